import type { permissionEn } from './permissionEn.ts'

/** German, for permissions. */
export const permissionDe = {
  'permission.title': 'Erlaubnis geben',
  'permission.say': '{who} darf bis {until} insgesamt bis zu {amount} ausgeben, ohne Sie erneut zu fragen.',
  'permission.sayDays_one':
    '{who} darf bis {until} jeden Tag bis zu {amount} ausgeben, ohne Sie erneut zu fragen.',
  'permission.sayDays_other':
    '{who} darf bis {until} alle {count} Tage bis zu {amount} ausgeben, ohne Sie erneut zu fragen.',
  'permission.sayHours_one':
    '{who} darf bis {until} jede Stunde bis zu {amount} ausgeben, ohne Sie erneut zu fragen.',
  'permission.sayHours_other':
    '{who} darf bis {until} alle {count} Stunden bis zu {amount} ausgeben, ohne Sie erneut zu fragen.',
  'permission.sayMinutes_one':
    '{who} darf bis {until} jede Minute bis zu {amount} ausgeben, ohne Sie erneut zu fragen.',
  'permission.sayMinutes_other':
    '{who} darf bis {until} alle {count} Minuten bis zu {amount} ausgeben, ohne Sie erneut zu fragen.',
  'permission.saySeconds_one':
    '{who} darf bis {until} jede Sekunde bis zu {amount} ausgeben, ohne Sie erneut zu fragen.',
  'permission.saySeconds_other':
    '{who} darf bis {until} alle {count} Sekunden bis zu {amount} ausgeben, ohne Sie erneut zu fragen.',
  'permission.sayCalls':
    '{who} darf bis {until} {contract} in Ihrem Namen nutzen, ohne Sie erneut zu fragen.',
  'permission.sayMany': '{who} darf bis {until} tun, was unten steht, ohne Sie erneut zu fragen.',
  'permission.sayGroup_one': '{count} Erlaubnis geben, wie unten aufgeführt.',
  'permission.sayGroup_other': '{count} Erlaubnisse geben, wie unten aufgeführt.',
  'permission.inAll': 'insgesamt',
  'permission.everyDays_one': 'jeden Tag',
  'permission.everyDays_other': 'alle {count} Tage',
  'permission.everyHours_one': 'jede Stunde',
  'permission.everyHours_other': 'alle {count} Stunden',
  'permission.everyMinutes_one': 'jede Minute',
  'permission.everyMinutes_other': 'alle {count} Minuten',
  'permission.everySeconds_one': 'jede Sekunde',
  'permission.everySeconds_other': 'alle {count} Sekunden',
  'permission.functions_one': '{count} Funktion mit beliebigem Inhalt: {list}',
  'permission.functions_other': '{count} Funktionen mit beliebigem Inhalt: {list}',
  'row.grantee': 'Berechtigt',
  'row.limit': 'Höchstbetrag',
  'row.mayUse': 'Darf nutzen',
  'row.starts': 'Gültig ab',
  'row.reason': 'Genannter Grund',
  'permission.approve': 'Erlauben',
  'permission.revokeTitle': 'Erlaubnis zurücknehmen',
  'permission.revoke': 'Zurücknehmen, was {who} in Ihrem Namen tun darf.',
  'permission.revokeMany_one': '{count} Erlaubnis zurücknehmen.',
  'permission.revokeMany_other': '{count} Erlaubnisse zurücknehmen.',
  'permission.revokeApprove': 'Zurücknehmen',
  'until.change': 'Früher beenden',
  'until.heading': 'Wann es endet',
  'until.asked': 'Wie von der Seite gewünscht',
  'warn.permission': 'Es geschieht ohne weitere Rückfrage',
  'warn.permission.body':
    'Wer das berechtigte Konto hat, kann das jederzeit tun, auch wenn Sie nicht da sind. Zurücknehmen können Sie es in der Wallet unter „Sicherheit und Geräte“.',
  'warn.permissionPart': 'Ihr Konto bekommt einen neuen Teil',
  'warn.permissionPart.body':
    'Ein Vertrag kommt dazu, der andere in Grenzen handeln lässt. Er wurde nicht unabhängig geprüft. Er kann für Ihr Konto handeln.',
  'warn.permissionCalls': 'Der Aufruf kann jeden Inhalt haben',
  'warn.permissionCalls.body':
    'Wir können nicht wissen, was {contract} tut, wenn der Aufruf in Ihrem Namen kommt.',
  'warn.permissionAll': 'Das sind alle Ihre {token} oder mehr',
  'warn.permissionAll.body': 'Alles kann genommen werden, sobald Sie zustimmen.',
  'warn.permissionTidy': 'Beendete Erlaubnisse werden aufgeräumt',
  'warn.permissionTidy.body': 'Von der Liste genommen werden dabei: {count}.',
  'risk.permissionCalls': '{contract} kann mit jedem Inhalt in meinem Namen genutzt werden.',
} as const satisfies Record<keyof typeof permissionEn, string>
