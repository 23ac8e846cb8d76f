import type { Handlers } from '@latchkey/bridge'
import type { KeysContract } from '@latchkey/protocol/keys'
import type { HandlerParts } from './HandlerParts.ts'

/** Makes the handler of one method. */
export type MakeHandler<Name extends keyof KeysContract['methods']> = (
  parts: HandlerParts,
) => Handlers<KeysContract>[Name]
