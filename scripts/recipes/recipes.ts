import { error, route } from './errorAndRoute.ts'
import { language } from './language.ts'
import type { Recipe } from './Recipe.ts'

/** The pages of docs/recipes that add something to the tree. */
export const recipes: readonly Recipe[] = [error, route, language]
