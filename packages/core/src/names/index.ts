/** Names that accounts are given, as an entry of its own: it is loaded with the view for it. */

export type { NameForm } from '../interfaces/Forms.ts'
export {
  isNameLabel,
  labelOf,
  type NameSuggestion,
  nameFormOf,
  nameZoneOf,
  registerAccountName,
  suggestNames,
} from './accountNames.ts'
export * from './errors.ts'
