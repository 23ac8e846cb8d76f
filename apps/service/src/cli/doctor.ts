import { describeFindings, exitCodeOf } from '../operations/doctor/Finding.ts'
import { runDoctor } from '../operations/doctor/runDoctor.ts'
import type { Command } from './Command.ts'

export const doctor: Command = {
  usage: 'doctor [--json]',
  summary: 'checks a deployment from inside and outside, and says what to fix',
  options: { json: { type: 'boolean' } },
  async run({ environment, print }, { values }) {
    const findings = await runDoctor(environment)
    print(values.json ? JSON.stringify(findings, null, 2) : describeFindings(findings))
    return exitCodeOf(findings)
  },
}
