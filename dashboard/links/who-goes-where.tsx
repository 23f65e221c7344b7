import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { countryCodes } from '#core/visits/find-continent.ts'
import type { ShortUrl } from '#schemas/links.ts'
import type { Simulation } from '#schemas/simulate.ts'
import { messageOf } from '../api/failure.ts'
import { type MadeUpVisitor, simulationQuery } from '../api/simulations.ts'
import { countryName } from '../format/names.ts'
import { Card } from '../parts/card.tsx'
import { selectStyle } from '../parts/input-style.ts'
import { useSettled } from '../parts/use-settled.ts'
import { WideTable } from '../parts/wide-table.tsx'
import {
  type Answers,
  countriesFor,
  describeVisitor,
  devices,
  nameDecision,
  nameTarget,
  questionsFor,
} from './made-up-visitors.ts'
import { VisitVerdict } from './visit-verdict.tsx'
import { VisitorFields } from './visitor-fields.tsx'

interface Chosen {
  country: string
  device: number
}

const byName = (one: string, other: string) => countryName(one).localeCompare(countryName(other), 'en')
/** Where made-up visitors from several countries, with several devices, would be redirected, and why. */
export function WhoGoesWhere({ link }: { link: ShortUrl }) {
  const questions = questionsFor(link)
  const [answers, setAnswers] = useState<Answers>(() =>
    Object.fromEntries(questions.map(({ name, start }) => [name, start])),
  )
  const [added, setAdded] = useState<string[]>([])
  const [chosen, setChosen] = useState<Chosen>()
  const countries = [...new Set([...countriesFor(link), ...added])]
  // Each keystroke would ask for every country and device.
  const described = describeVisitor(useSettled(answers))
  const visitors = countries.flatMap((country) =>
    devices.map(({ visitor }): MadeUpVisitor => ({ country, ...visitor, ...described })),
  )
  const results = useQueries({ queries: visitors.map((visitor) => simulationQuery(link.id, visitor)) })
  const resultOf = ({ country, device }: Chosen) => results[countries.indexOf(country) * devices.length + device]
  const failure = results.find(({ error }) => error !== null)?.error
  return (
    <Card title="Who goes where">
      <VisitorFields questions={questions} answers={answers} onChange={setAnswers} />
      {failure && (
        <p role="alert" className="mb-3 text-bad">
          {messageOf(failure)}
        </p>
      )}
      <WideTable className="min-w-[36rem] table-fixed">
        <thead>
          <tr className="border-b border-line text-[13px] text-dim">
            <th scope="col" className="w-36 py-2 pr-3 font-medium">
              Country
            </th>
            {devices.map(({ name }) => (
              <th key={name} scope="col" className="px-2 py-2 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {countries.map((country) => (
            <tr key={country} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 pr-3 font-normal">
                {countryName(country)}
              </th>
              {devices.map(({ name }, device) => (
                <td key={name} className="p-0.5">
                  <VisitCell
                    simulation={resultOf({ country, device })?.data}
                    isChosen={chosen?.country === country && chosen.device === device}
                    onChoose={() => setChosen({ country, device })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </WideTable>
      <CountrySelect shown={countries} onAdd={(code) => setAdded([...added, code])} />
      {chosen !== undefined && (
        <VisitVerdict
          visitor={`${countryName(chosen.country)}, ${devices[chosen.device]?.name}`}
          simulation={resultOf(chosen)?.data}
          rules={link.targeting_rules}
        />
      )}
    </Card>
  )
}

interface CountrySelectProps {
  shown: readonly string[]
  onAdd: (code: string) => void
}

const CountrySelect = ({ shown, onAdd }: CountrySelectProps) => (
  <select
    aria-label="Add a country"
    className={`${selectStyle} mt-3 max-w-60`}
    value=""
    onChange={({ target }) => onAdd(target.value)}
  >
    <option value="" disabled>
      Add a country
    </option>
    {[...countryCodes]
      .filter((code) => !shown.includes(code))
      .sort(byName)
      .map((code) => (
        <option key={code} value={code}>
          {countryName(code)}
        </option>
      ))}
  </select>
)

interface VisitCellProps {
  simulation: Simulation | undefined
  isChosen: boolean
  onChoose: () => void
}

function VisitCell({ simulation, isChosen, onChoose }: VisitCellProps) {
  if (simulation === undefined) return <div aria-hidden className="skeleton h-11" />
  const { decided_by } = simulation
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={simulation.url ?? undefined}
      className="w-full rounded-md px-1.5 py-1 text-left hover:bg-sunken aria-pressed:bg-sunken"
      onClick={onChoose}
    >
      <span className={`block truncate ${decided_by === 'link' ? '' : 'font-medium'}`}>{nameDecision(simulation)}</span>
      <span className="block truncate text-[13px] text-dim">{nameTarget(simulation)}</span>
    </button>
  )
}
