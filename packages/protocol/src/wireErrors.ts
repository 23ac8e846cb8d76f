import type { DefinedError } from '@latchkey/errors'
import * as account from './account/accountErrors.ts'
import * as names from './account/nameErrors.ts'
import * as frame from './frame/errors.ts'
import * as chainData from './http/chainDataErrors.ts'
import * as http from './http/errors.ts'
import * as keys from './keys/errors.ts'

const isError = (value: unknown): value is DefinedError => typeof value === 'function' && 'errorName' in value

/** Every error that may cross a wire to a host: of the frame, the keys app and the service. Of these the code alone comes. */
export const wireErrors: readonly DefinedError[] = /* @__PURE__ */ [
  frame,
  http,
  account,
  chainData,
  names,
  keys,
].flatMap((part) => Object.values<unknown>(part).filter(isError))
