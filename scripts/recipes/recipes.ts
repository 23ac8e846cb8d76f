import { approvalKind } from './approvalKind.ts'
import { connector } from './connector.ts'
import { error, route } from './errorAndRoute.ts'
import { frameMethod } from './frameMethod.ts'
import { language } from './language.ts'
import { namespace } from './namespace.ts'
import type { Recipe } from './Recipe.ts'
import { view } from './view.ts'

/** The pages of docs/recipes that add something to the tree. */
export const recipes: readonly Recipe[] = [
  error,
  route,
  language,
  frameMethod,
  approvalKind,
  view,
  connector,
  namespace,
]
