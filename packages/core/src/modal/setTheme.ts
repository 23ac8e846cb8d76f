import type { Config, ThemeState } from '../interfaces/Config.ts'

/** Changes mode, accent or language; the embedded frame follows. */
export const setTheme = (config: Config, theme: Partial<ThemeState>): void => config.theme.setState(theme)
