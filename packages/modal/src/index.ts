export { LOCALES, type LocaleTag } from './locales/negotiateLocale.ts'
export { loadLocaleOf, type MountedModal, type MountOptions, mountModal } from './mountModal.tsx'
export { navigate, type ViewName, type ViewParams } from './router/navigate.ts'
export { defineView, type View, type ViewDefinition } from './views/defineView.ts'
