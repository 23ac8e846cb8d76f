import { runCli } from './runCli.ts'

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

const terminal = {
  environment: process.env,
  print: (line: string) => void process.stdout.write(`${line}\n`),
  tell: (line: string) => void process.stderr.write(`${line}\n`),
  signal: stop.signal,
}

process.exitCode = await runCli(terminal, process.argv.slice(2))
