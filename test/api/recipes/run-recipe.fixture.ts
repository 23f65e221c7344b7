import { type ChildProcess, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../../tools/root.ts'

const text = readFileSync(join(root, 'docs/recipes.md'), 'utf8')
const blocks = [...text.matchAll(/(?:<!-- recipe: (\w+) -->\n)?```(\w+)\n([\s\S]*?)```\n/g)]

/** The names of all code blocks. undefined: the block has none, so no test runs it. Formulas have none. */
export const recipeNames = blocks.filter(([, , language]) => language !== 'text').map(([, name]) => name)

export function recipe(name: string): string {
  const [, , , code] = blocks.find((block) => block[1] === name) ?? []
  if (code === undefined) throw new Error(`docs/recipes.md has no recipe ${name}`)
  return code
}

interface Run {
  env?: NodeJS.ProcessEnv
  input?: string
}

export interface Result {
  /** undefined: the program is not installed. */
  status: number | undefined
  stdout: string
  stderr: string
}

export async function run(program: string, args: string[], { env, input = '' }: Run = {}): Promise<Result> {
  const running = promisify(execFile)(program, args, { env: { PATH: process.env['PATH'], ...env } })
  feed(running.child, input)
  try {
    return { status: 0, ...(await running) }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code: number | 'ENOENT'; stdout?: string; stderr?: string }
    return { status: code === 'ENOENT' ? undefined : code, stdout, stderr }
  }
}

function feed({ stdin }: ChildProcess, input: string): void {
  stdin?.on('error', () => undefined)
  stdin?.end(input)
}

/** The part of Google's Apps Script that the recipe uses. Like there, a request blocks the script. */
const appsScript = `
const PropertiesService = { getScriptProperties: () => ({ getProperties: () => process.env }) }
const UrlFetchApp = {
  fetch(url, { method = 'get', contentType, payload, headers, muteHttpExceptions }) {
    const sent = { ...headers, ...(contentType && { 'content-type': contentType }) }
    const args = ['-sS', '-X', method.toUpperCase(), '-w', '\\n%{http_code}', url]
    for (const [name, value] of Object.entries(sent)) args.push('-H', name + ': ' + value)
    if (payload !== undefined) args.push('--data-binary', payload)
    const lines = require('node:child_process').execFileSync('curl', args, { encoding: 'utf8' }).split('\\n')
    const status = Number(lines.pop())
    if (status >= 400 && !muteHttpExceptions) throw new Error('Request failed: ' + status)
    return { getContentText: () => lines.join('\\n'), getResponseCode: () => status }
  },
}
`

/** What a formula of the sheet shows. */
export async function runFormula(formula: string, env: NodeJS.ProcessEnv): Promise<unknown> {
  const print = `try { console.log(JSON.stringify(${formula})) } catch (error) { console.log(JSON.stringify('#ERROR! ' + error.message)) }`
  const { status, stdout, stderr } = await run(process.execPath, ['-e', `${appsScript}${recipe('sheets')}${print}`], {
    env,
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** The part of WordPress that the recipe uses. Publishes the posts on standard input and prints their custom fields. */
const wordPress = `<?php
define('WAYMARK_URL', getenv('WAYMARK_URL'));
define('WAYMARK_KEY', getenv('WAYMARK_KEY'));
$hooks = []; $fields = [];
function add_action($name, $hook, $priority = 10, $arguments = 1) { global $hooks; $hooks[$name] = [$hook, $arguments]; }
function get_post_meta($id, $name, $single) { global $fields; return $fields[$id][$name] ?? ''; }
function update_post_meta($id, $name, $value) { global $fields; $fields[$id][$name] = $value; }
function get_permalink($post) { return $post->permalink; }
function wp_json_encode($value) { return json_encode($value); }
class WP_Error { function get_error_message() { return 'no connection'; } }
function is_wp_error($value) { return $value instanceof WP_Error; }
function wp_remote_retrieve_body($response) { return $response['body']; }
if (!function_exists('mb_substr')) { function mb_substr($text, $start, $length) { return substr($text, $start, $length); } }
function wp_remote_post($url, $request) {
  $headers = [];
  foreach ($request['headers'] as $name => $value) $headers[] = "$name: $value";
  $http = ['method' => 'POST', 'header' => $headers, 'content' => $request['body'], 'timeout' => $request['timeout'], 'ignore_errors' => true];
  $body = @file_get_contents($url, false, stream_context_create(['http' => $http]));
  return $body === false ? new WP_Error() : ['body' => $body];
}
`

const publish = `
[$hook, $arguments] = $hooks['wp_after_insert_post'];
foreach (json_decode(file_get_contents('php://stdin')) as $post) $hook(...array_slice([$post->id, $post, true, null], 0, $arguments));
echo json_encode($fields);
`

export const runWordPress = (posts: object[], env: NodeJS.ProcessEnv) =>
  run(
    'php',
    [
      '-d',
      'display_errors=stderr',
      '-d',
      'error_log=',
      '-r',
      `${wordPress.replace('<?php', '')}${recipe('wordpress')}${publish}`,
    ],
    {
      env,
      input: JSON.stringify(posts),
    },
  )
