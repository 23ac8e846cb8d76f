import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the documented command on a kit, types its code, and answers what it printed. */
export function openKit(file: string, code: string, ...options: string[]): Promise<string> {
  const args = ['node_modules/tsx/dist/cli.mjs', 'scripts/open-kit.ts', file, ...options]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'pipe', timeout: 120_000 })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  child.stdin.end(`${code}\n`)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) =>
      status === 0 ? resolve(output) : reject(new Error(`open-kit ended with ${status}: ${output}`)),
    )
  })
}
