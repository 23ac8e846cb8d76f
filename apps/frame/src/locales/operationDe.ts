import type { OperationKey } from './operationEn.ts'

/** German, for operations of smart accounts and for groups of calls. */
export const operationDe: Readonly<Record<OperationKey, string>> = {
  'batch.sayTogether_one': '{count} Schritt ausführen.',
  'batch.sayTogether_other': '{count} Schritte zusammen ausführen: alle oder keinen.',
  'batch.sayInTurn_one': '{count} Schritt ausführen.',
  'batch.sayInTurn_other': '{count} Schritte nacheinander ausführen.',

  'paused.title': 'Diese Seite hat Pause',
  'paused.until': 'Sie kann um {time} wieder fragen.',
  'paused.over': 'Die Pause ist vorbei. Die Seite kann wieder fragen.',
  'paused.why':
    'Sie haben in einer Minute {rejections} Anfragen abgelehnt. Damit die Seite Sie nicht mürbe macht, stellen wir die nächste zurück.',
  'paused.left_one': 'Noch {count} Sekunde',
  'paused.left_other': 'Noch {count} Sekunden',
  'paused.lift': 'Jetzt fragen lassen',

  'status.title': 'Ihre Schritte',
  'status.underWay': 'Unterwegs',
  'status.done': 'Erledigt',
  'status.notSent': 'Es wurde nicht gesendet und wird es auch nicht',
  'status.failed': 'Es ist fehlgeschlagen. Nur die Gebühr wurde genommen',
  'status.inPart': 'Ein Teil wurde ausgeführt, ein Teil ist fehlgeschlagen',
  'status.unreachable': 'Das Netzwerk antwortet nicht. Wir fragen weiter.',
  'status.close': 'Schließen',
  'status.look': 'Nachsehen',
  'row.sentAt': 'Gesendet',
  'row.transaction': 'Transaktion',
  'row.operation': 'Vorgang',
  'value.callUnread': 'Ein Schritt, dessen Daten zu lang waren, um sie aufzuheben.',

  'row.setUp': 'Zum ersten Mal',
  'value.setUp': 'richtet Ihr Smart-Konto in diesem Netzwerk ein',
  'value.smartAccount': 'Ihr Smart-Konto',
  'value.sponsored': 'Für Sie bezahlt',
  'value.paidBy': 'von {sponsor}',
  'value.paidByAs': 'von {sponsor}, nennt sich „{name}“',

  'warn.selfPaid': 'Sie zahlen die Gebühr selbst',
  'warn.selfPaid.body': 'Für diesen Vorgang zahlt sonst niemand.',
  'warn.inTurn': 'Vielleicht wird nur ein Teil ausgeführt',
  'warn.inTurn.body':
    'Schlägt ein Schritt fehl, bleiben die vor ihm ausgeführt, und die nach ihm werden nicht gesendet.',

  'stop.bundler': 'Der Bundler antwortet nicht',
  'stop.bundler.body':
    'Es wurde nichts gesendet. Er bringt Vorgänge von Smart-Konten ins Netzwerk. Versuchen Sie es gleich erneut.',
  'stop.sponsor': 'Niemand zahlt die Gebühr dafür',
  'stop.sponsor.body': 'Es wurde nichts gesendet. {sponsor} sollte zahlen und tut es nicht.',
  'stop.turn': 'Ihr letzter Vorgang läuft noch',
  'stop.turn.body': 'Es wurde nichts gesendet. Vorgänge laufen nacheinander. Versuchen Sie es gleich erneut.',
  'operation.funds': 'das Konto kann die Gebühr nicht zahlen',
  'operation.nonce': 'ein anderer Vorgang kam zuvor',
  'operation.setUp': 'das Konto konnte in diesem Netzwerk nicht eingerichtet werden',
  'operation.signature': 'die Signatur des Kontos wurde nicht angenommen',
  'operation.sponsor': 'wer die Gebühr zahlen sollte, tut es nicht',
  'operation.expired': 'es hat zu lange gedauert',
  'operation.fee': 'die Gebühr ist inzwischen zu niedrig',
  'operation.gas': 'er braucht mehr Gas, als er bekam',
  'operation.absurdFee': 'die dafür genannte Gebühr steht in keinem Verhältnis',
  'operation.other': 'der Bundler nennt keinen, den wir kennen',
}
