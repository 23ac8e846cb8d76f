import { fileURLToPath } from 'node:url'
import { stackOrigins } from '../../scripts/stack/serviceEnv.mjs'
import { freePorts, type Stack, type StackOptions, startStack } from '../../scripts/stack/startStack.ts'

/** A stack whose demo project has settings of its own. */
export async function startProjectStack(
  settings: Readonly<Record<string, unknown>>,
  options: Pick<StackOptions, 'ports' | 'chains'> = {},
): Promise<Stack> {
  const ports = options.ports ?? (await freePorts())
  const { app, shop } = stackOrigins(ports)
  const demo = {
    id: 'demo',
    name: 'Latchkey demo',
    mode: 'development' as const,
    allowedOrigins: [app, shop],
    ...settings,
  }
  const root = fileURLToPath(new URL('../..', import.meta.url))
  return startStack({ ...options, root, ports, projects: [demo] })
}
