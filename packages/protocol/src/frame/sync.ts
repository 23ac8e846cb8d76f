import * as z from 'zod/mini'
import { defineMethod } from '../schema/defineMethod.ts'
import { foreignText, nothing, projectId } from '../schema/primitives.ts'

/** Colours only: hex, rgb() or hsl() with numbers. Anything else would be a way to restyle a warning. */
const cssColor = () =>
  z
    .string()
    .check(
      z.maxLength(64),
      z.regex(
        /^(?:#[0-9a-fA-F]{3,8}|(?:rgb|hsl)a?\(\s*-?[\d.]+(?:deg)?(?:\s*[, ]\s*[\d.]+%?){2}(?:\s*[,/]\s*[\d.]+%?)?\s*\))$/,
      ),
    )

const syncTheme = /* @__PURE__ */ defineMethod({
  name: 'syncTheme',
  params: () =>
    z.strictObject({
      themeMode: z.optional(z.enum(['light', 'dark'])),
      themeVariables: z.optional(z.strictObject({ accent: z.optional(cssColor()) })),
      w3mThemeVariables: z.optional(z.strictObject({ '--w3m-accent': z.optional(cssColor()) })),
      /** BCP 47 tag of the host's language. */
      locale: z.optional(z.string().check(z.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/))),
    }),
  result: nothing,
  policy: { access: 'open', ui: 'none' },
  timeout: 20_000,
})
const syncDappData = /* @__PURE__ */ defineMethod({
  name: 'syncDappData',
  params: () =>
    z.strictObject({
      metadata: z.optional(
        z.strictObject({
          name: foreignText(128),
          description: foreignText(512),
          url: foreignText(2048),
          icons: z.array(foreignText(2048)).check(z.maxLength(8)),
        }),
      ),
      sdkVersion: z.optional(foreignText(64)),
      sdkType: z.optional(foreignText(32)),
      projectId: projectId(),
    }),
  result: nothing,
  policy: { access: 'open', ui: 'none' },
  timeout: 20_000,
})
const reload = /* @__PURE__ */ defineMethod({
  name: 'reload',
  params: nothing,
  result: nothing,
  policy: { access: 'open', ui: 'none' },
  timeout: 20_000,
})

export const syncMethods = {
  syncTheme,
  syncDappData,
  reload,
}
