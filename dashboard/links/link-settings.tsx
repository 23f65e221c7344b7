import { useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { fieldError } from '../api/failure.ts'
import { updateLikeMany } from '../api/links.ts'
import { useTagColors } from '../api/tag-colors.ts'
import { fullMoment } from '../format/days.ts'
import { keepMoment, localMoment } from '../format/local-moment.ts'
import { readTags } from '../format/tags.ts'
import { Card } from '../parts/card.tsx'
import { Field } from '../parts/field.tsx'
import { Switch } from '../parts/switch.tsx'
import { TagChip } from '../parts/tag-chip.tsx'
import { TagsField } from '../parts/tags-field.tsx'
import { CampaignCombobox } from './campaign-field.tsx'
import { inverseOfTags } from './inverse-change.ts'
import { EditableRow, SettingRow } from './setting-row.tsx'
import { useLinkChange } from './use-link-change.ts'

type Change = ReturnType<typeof useLinkChange>

/** The settings that change most often. Choices and switches are saved at once. */
export function LinkSettings({ link }: { link: ShortUrl }) {
  const change = useLinkChange(link)
  const { shown, save } = change
  return (
    <Card title="Settings">
      <SettingRow label="Enabled">
        <Switch
          label="Enabled"
          checked={shown.is_active}
          onChange={(is_active) =>
            save({
              change: { is_active },
              undo: { is_active: !is_active },
              done: is_active ? 'Link enabled' : 'Link disabled',
              shown: { is_active },
            })
          }
        />
      </SettingRow>
      <CampaignRow change={change} />
      <TagsRow link={link} change={change} />
      <ExpiryRow link={link} change={change} />
      <SettingRow label="Archived">
        <Switch
          label="Archived"
          checked={shown.archived}
          onChange={(archived) =>
            save({
              change: { archived },
              undo: { archived: !archived },
              done: archived ? 'Link archived' : 'Link unarchived',
              shown: { archived },
            })
          }
        />
      </SettingRow>
    </Card>
  )
}

function CampaignRow({ change: { shown, save } }: { change: Change }) {
  const chosen = shown.campaign_id ?? ''
  return (
    <SettingRow label="Campaign">
      <CampaignCombobox
        className="w-52"
        none="None"
        value={chosen}
        ties={{ 'aria-label': 'Campaign' }}
        onChoose={(id) => {
          if (id === chosen) return
          const campaign_id = id === '' ? null : id
          save({
            change: { campaign_id },
            undo: { campaign_id: shown.campaign_id },
            done: 'Campaign changed',
            shown: { campaign_id },
          })
        }}
      />
    </SettingRow>
  )
}

function TagsRow({ link, change: { send } }: { link: ShortUrl; change: Change }) {
  const [text, setText] = useState('')
  const colorOf = useTagColors()
  return (
    <EditableRow
      label="Tags"
      text={text}
      value={
        <ul className="flex min-w-0 flex-wrap justify-end gap-1">
          {link.tags.length === 0 && <li className="text-dim">None</li>}
          {link.tags.map((tag) => (
            <li key={tag}>
              <TagChip tag={tag} color={colorOf(tag)} />
            </li>
          ))}
        </ul>
      }
      onEdit={() => setText(link.tags.join(', '))}
      field={(failure) => <TagsField autoFocus value={text} error={fieldError(failure, 'tags')} onText={setText} />}
      onSave={() => {
        const tags = readTags(text)
        const undo = () => updateLikeMany(link.id, inverseOfTags(link.tags, tags))
        return send({ change: { tags }, undo, done: 'Tags saved' })
      }}
    />
  )
}

function ExpiryRow({ link, change: { send } }: { link: ShortUrl; change: Change }) {
  const [moment, setMoment] = useState('')
  const { expires_at } = link
  const next = moment === '' ? null : moment
  return (
    <EditableRow
      label="Expires"
      text={moment}
      value={
        <span className={expires_at === null ? 'text-dim' : ''}>
          {expires_at === null ? 'Never' : fullMoment(new Date(expires_at))}
        </span>
      }
      onEdit={() => setMoment(localMoment(expires_at))}
      field={(failure) => (
        <Field
          autoFocus
          type="datetime-local"
          name="expires_at"
          label="Expiration date"
          hint="Leave blank for none."
          value={moment}
          error={fieldError(failure, 'expires_at')}
          onChange={({ target }) => setMoment(target.value)}
        />
      )}
      onSave={() =>
        send({
          change: { expires_at: next === null ? null : keepMoment(next, expires_at ?? undefined) },
          undo: { expires_at },
          done: 'Expiration date saved',
        })
      }
    />
  )
}
