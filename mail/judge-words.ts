import type { Verdict } from './judge.ts';

/** What these words mean in a reply or a bounce. */
interface Meaning {
  verdict: Verdict;
  /**
   * Regular expressions over text that `tidied` has prepared, each from the beginning of a word on. `…` stands for up to forty
   * characters of the same sentence.
   */
  phrases: string[];
}

const anyOf = (words: string[]): string => `(?:${words.join('|')})`;

/** What servers call a mailbox. `@` stands for an address. */
const mailbox = anyOf([
  '@',
  'user(?: ?name|id)?',
  'addressee',
  '(?:e-?mail )?address(?:es)?',
  'recipients?',
  'mail ?(?:box|drop)',
  '(?:e-?mail )?account',
  'alias',
  'customer',
  'destination',
  'local[- ]part',
  'member',
  'person',
  'subscriber',
]);

/** What servers say of something that is not there. */
const isMissing = anyOf([
  "(?:does|do|did)(?: not|n't) exists?",
  "(?:is|was|are|were|could|can)(?: not|n't) (?:be )?(?:found|known|located|recogni[sz]ed|listed)",
  'not (?:exists?|existing|found|known|listed|recogni[sz]ed)',
  'non-?exist[ae]nt',
  'unallocated',
]);

/** What servers call the sender, in other languages. */
const senderAbroad = anyOf([
  'absender[^ ]*',
  'exp[ée]diteurs?',
  '[ée]metteurs?',
  'remitentes?',
  'remetentes?',
  'mittent[ei]',
  'afzender[^ ]*',
  'nadawc[^ ]*',
  'avs[äa]ndaren?',
  'g[öo]nder(?:en|ici)[^ ]*',
  'отправител[^ ]*',
  '(?:送信者|送信元|差出人)',
  '(?:发件人|發件人|寄件人)',
]);

/** What they say of somebody or something that is not there, in other languages. */
const isMissingAbroad = anyOf([
  "(?:inconnu|introuvable|invalide|n'existe pas)",
  '(?:unbekannt|existiert nicht|nicht gefunden|nicht vorhanden|ung(?:ü|ue)ltig)',
  '(?:desconocid|no existe|inexistente|no v[aá]lid|inv[aá]lid)',
  '(?:sconosciut|inesistente|non esiste|non (?:è )?valid)',
  '(?:desconhecid|n[aã]o existe)',
  '(?:onbekend|bestaat niet|ongeldig)',
  '(?:nie istnieje|nieznan|nieprawid)',
  '(?:finns inte|ok[äa]nd)',
  'bulunamad',
  '(?:не существует|неизвест|не найден)',
  '(?:存在しません|存在しない|見つかりません|不明)',
  '(?:不存在|无效|無效)',
]);

/**
 * The words of large providers, mail servers and filters. The first meaning with a phrase that fits holds, so their order counts.
 * A new wording goes into smtp-replies.tsv with its verdict; if the test then fails, it needs a phrase here.
 */
const meanings: Meaning[] = [
  // A mailbox that has had enough for now, or a server that wants to see us come back.
  {
    verdict: 'deferred',
    phrases: [
      'grey-?list',
      'verification in progress',
      'receiving mail (?:at a rate|too quickly)',
      'recipient has exceeded',
      'messages they can send to this recipient',
    ],
  },
  // Exchange's restrictions of one recipient, such as a group for colleagues only.
  { verdict: 'unwilling', phrases: ['resolver\\.rst\\.'] },
  // About who sends, though often in the words for a mailbox that is not there: "sender verify failed: no such user".
  {
    verdict: 'about-us',
    phrases: [
      'relay(?:ing)? (?:access |not |is )?(?:denied|disallowed|permitted|allowed|prohibited)',
      '(?:no|open|as a|unable to|cannot|not (?:allowed|permitted|configured|authorized) to) relay',
      'relaying mail to',
      '\\w*rcpthosts',
      'sender:? (?:@|address|verif|domain|is|not|denied|rejected|unknown|policy|ip|base)',
      '(?:invalid|unverified|unroutable|null|envelope|bad) senders?',
      'sender invalid',
      `${senderAbroad} ?… ?${isMissingAbroad}`,
      `(?:unbekannt|onbekend|nieznan)[^ ]* ${senderAbroad}`,
      '(?<!recipient )verif(?:y|ication) fail',
      'verification failed for',
      'call(?:out|back)',
      '(?:helo|ehlo) command rejected',
      '(?:for|in|your) (?:helo|ehlo)',
      'client host rejected',
      'not accept mail from (?:dynamic|hosts|your|servers)',
      'backscatter',
      '(?:daily|hourly|sending|sender|outgoing) … (?:quota|limit)',
      'mail from … (?:refused|rejected|not owned)',
      '(?:mail|envelope) from (?:address|domain|host)',
      '(?:return[- ]path|reply-to) (?:address|domain|is|does)',
      'auth(?:entication|orization)? (?:is )?required',
      '5322\\.from',
      'from: (?:header|domain)',
    ],
  },
  // A mailbox that is full.
  {
    verdict: 'deferred',
    phrases: [
      '(?:over|exceed\\w*|beyond|out of|above|reached) … ?quota',
      'quotas?(?: \\w+){0,3} (?:exceed|violation|full|reached|over)',
      'quota (?:exceed|violation|full)',
      'over ?quota',
      '\\w*disk ?quota',
      '(?:mail ?box|mail ?folder|inbox|maildir|account|folder|bo[iî]te|casella|postfach|buz[oó]n|postvak|caixa|skrzynka|kutusu) … (?:full|pleine|piena|voll|vol|llen[oa]|cheia|pełna|dolu)(?![a-z])',
      '(?:over|above) (?:its|his|their) (?:\\w+ )?limit',
      '(?:c|qu)ota … (?:excedida|superata|dépassé|überschritten|overschreden)',
      'full mail ?box',
      'mailbox (?:size|storage|space|limit|exceed|would exceed)',
      'mailbox … exceed\\w* … (?:limit|size|allowed)',
      'storage (?:allocation|limit|space|quota)',
      '(?:not|in)-?(?:sufficient|enough) (?:disk |storage |mail ?box |free )?(?:disk |storage )?space',
      'box space not enough',
      'space has been used up',
      'user has too many messages',
      'too much mail (?:data|stored)',
      'exceeded the local limit',
      'has (?:exceeded|reached) (?:its|their|his|the) (?:disk|storage|mailbox)',
      'переполнен',
      'превышен … квот',
      'メールボックス ?…(?:いっぱい|容量)',
      '(?:邮箱|信箱) ?… ?满',
    ],
  },
  // A mailbox that is closed, perhaps for a while.
  {
    verdict: 'unwilling',
    phrases: [
      'inactiv',
      '(?:account|mail ?box|mail ?address|user|recipient|domain)(?: that you tried to reach)?(?: @)?,? (?:is |has been |was |currently |temporarily |administratively )*(?:disabled|suspended|deactivated|locked|frozen|limited|blocked)',
      '(?:disabled|suspended|deactivated|locked|frozen) (?:account|mailbox|user|recipient)',
      'suspend the service',
      'temporar(?:il)?y (?:locked|suspended)',
      'archiv(?:ed|ée|ee) ',
    ],
  },
  // A recipient who does not take this email, or a server that cannot pass it on.
  {
    verdict: 'unwilling',
    phrases: [
      'mailbox delivery',
      'recipient address rejected: (?:blocked|block-rcpt|no-domain)',
      'address(?:es)? rejected ?: access denied',
      'mailbox unavailable or access denied',
      'blocked senders',
      'user entry',
      'on the target address',
      'blocked by (?:the |this )?(?:recipient|user)',
      'rejected by (?:the )?recipient',
      'recipient (?:id )?refuse',
      'user (?:refuse|reject)',
      'user rules',
      'recipient preferences',
      '(?:user|recipient) has (?:blocked|refused|rejected)',
      "(?:n'accepte pas|no acepta|non accetta|n[aã]o aceita|accepteert geen)",
      '(?:akzeptiert|nimmt) keine',
      '(?:only|not) accept\\w* (?:any )?(?:mail|e-?mail|messages?) (?:from|with)',
      'has restricted',
      'not authorized to send',
      'members?-only',
      'non-?member',
      'not (?:subscribed|allowed to post)',
      'closed (?:mailing )?list',
      "recipient's domain",
      '^domain not found',
      'forwarding recipient',
    ],
  },
  // No such mailbox.
  {
    verdict: 'no-mailbox',
    phrases: [
      `${mailbox}(?: is| was)?:?(?: @:?)? unknown(?![a-z]| (?:error|reason|host|problem|status))`,
      `${mailbox} ?… ?${isMissing}`,
      `@:? ${isMissing}`,
      `(?:unknown|unrecogni[sz]ed|undefined|no such|non-?exist[ae]nt|nonexistant|invalid|illegal|bad)(?: or \\w+)?[ -](?:(?:virtual|local|destination|final|delivery|mail|to) )*${mailbox}(?!:? error| syntax)`,
      '\\w*bad(?:rcptto|recipientto)',
      'invalid(?:/| or )unknown',
      'unknown(?:/| or )invalid',
      "(?:was not|wasn't) found at",
      'no longer (?:valid|exist|available|on|work|in use|in service|here|accept|has|a valid|an active)',
      'not an? (?:known|valid|active|local|current|legitimate|existing|registered|recogni[sz]ed) (?:user|mailbox|address|recipient|account|e-?mail|customer|subscriber|rfc)',
      'no (?:valid )?(?:mail ?box|account|user|one|person)(?: \\w+)? (?:here|found|available|by (?:that|this) name|(?:at|with) (?:this|that))',
      'no such (?:local |name|login|id(?![a-z]))',
      '(?:user|mailbox|recipient|address|account) (?:is |unavailable or )?not (?:local|here|present|active|valid|ok(?![a-z]))',
      '(?:not in|not listed in|not present in|not found in) (?:my |our |the )?(?:validrcptto|directory|name|domino|public|recipient list|user list|ldap|address)',
      'not our customer',
      'marked as invalid',
      "(?:doesn't|does not) have an? [^ ]+ account",
      '(?:account|mailbox|user|address|recipient) (?:is |was |has been |have been |permanently )*(?:closed|deleted|removed|terminated|cancell?ed|discontinued)',
      'recipient name is not recognized',
      'adr\\.(?:ex)?recip(?:ient)?notfound',
      'unrecogni[sz]ed[- ]o/?r[- ]?name',
      "(?:can't|cannot) accept user",
      'undeliverable address',
      'requested action not taken: mailbox unavailable\\.?(?: [[(#]| for (?:\\w+ )?(?:explanation|details|information)|$)',
      'unroute?able address',
      '(?:mail ?box|address|recipient|user) (?:is )?invalid(?![a-z])',
      '^address rejected\\.?(?: @)?(?: \\(in reply| #|$)',
    ],
  },
  // No such mailbox, in other languages.
  {
    verdict: 'no-mailbox',
    phrases: [
      "(?:utilisateur|destinataire|adresse|bo[iî]te|compte) ?… ?(?:inconnue?|invalide|n'existe pas|inexistante?|introuvable|non recens)",
      '(?:benutzer|nutzer|adressat|empf(?:ä|ae|a)nger\\w*|adresse|postfach|e-mail-adresse|mailbox|konto) ?… ?(?:unbekannt|nicht gefunden|existiert nicht|nicht vorhanden|ung(?:ü|ue)ltig)',
      'unbekannter (?:empf|benutzer|nutzer)',
      'nicht im ?…(?:verzeichnis|directory|adressbuch)',
      'no existe (?:dich|es[ea]|el|la|un|tal|est)',
      'no se (?:ha )?(?:encuentra|encontr(?:ado|ó)) … (?:direcci[oó]n|usuario|destinatario|buz[oó]n|cuenta)',
      '(?:usuario|destinatario|buz[oó]n|cuenta|direcci[oó]n) ?… ?(?:desconocid|no existe|inexistente|no encontrad|no se (?:ha )?encontr|no v[aá]lid|inv[aá]lid)',
      'nessun utente',
      'impossibile trovare ?… ?(?:indirizzo|utente|destinatario|casella)',
      '(?:utente|destinatario|casella|indirizzo|account) ?… ?(?:sconosciut|inesistente|non esiste|non trovat|non (?:è )?valid|errat)',
      '(?:usu[aá]rio|destinat[aá]rio|conta|caixa postal|endere[cç]o) ?… ?(?:desconhecid|inexistente|n[aã]o existe|inv[aá]lid|n[aã]o (?:foi )?encontrad)',
      '(?:gebruiker|geadresseerde|ontvanger|(?:e-?mail)?adres|postvak|mailbox) ?… ?(?:onbekend|bestaat niet|niet (?:worden )?gevonden|niet bekend|ongeldig)',
      'onbekende (?:gebruiker|ontvanger)',
      'nie ma takiego',
      'brak takiego',
      'nie można (?:odnaleźć|znaleźć) … (?:adres|u[zż]ytkownik|odbiorc)',
      '(?:u[zż]ytkownik|adres|konto|skrzynka|odbiorca) ?… ?(?:nie istnieje|nieznany|nieprawid)',
      'mottagaren ?… ?(?:finns inte|hittades inte)',
      'ukendt modtager',
      '(?:kullan[ıi]c[ıi]|e-?posta adresi|al[ıi]c[ıi]) ?… ?(?:bulunamad|yok)',
      'нет такого',
      '(?:пользовател|получател|адрес|ящик) ?… ?(?:не найден|не существует|неизвест|не зарегистрирован)',
      'несуществующ',
      '(?:宛先|ユーザ|メールアドレス|アドレス|受信者) ?… ?(?:見つかりません|存在しません|存在しない|不明)',
      '(?:ディレクトリ|リスト) ?… ?(?:見つかりません|ありません)',
      '(?:收件人|收信人|用户|用戶|邮箱|郵箱|地址|帐号|账号) ?… ?(?:不存在|未找到|找不到|无效|無效)',
    ],
  },
  // No such domain. A name server that does not answer is another matter.
  {
    verdict: 'no-mailbox',
    phrases: [
      '(?:no such|unknown|non-?existent) (?:host|domain|mail domain)',
      '(?:host|domain)(?: name)?,? (?:is )?(?:unknown|(?:was )?not found)(?!, try)',
      '(?:recipient|destination|dns) domain … (?:does not|must) exist',
      '\\w*\\.?nonexistentdomain',
      "couldn't find any host",
      // RFC 7505: the domain says in the DNS that it takes no mail.
      'null ?mx',
      'point to non-existent hosts',
      'all host address lookups failed permanently',
    ],
  },
  // An email that goes round in circles.
  {
    verdict: 'unwilling',
    phrases: [
      'loop (?:detected|broken)',
      '(?:mail|routing|forwarding) loop',
      'too many hops',
      'hop count',
      'message looping',
      'loops back to',
    ],
  },
  // Block lists, filters, rights and rates: about us, our words and our server.
  {
    verdict: 'about-us',
    phrases: [
      '\\w*spam',
      'blo(?:ck|que)\\w* (?:for|by|using|list|\\(|$)',
      '\\w*:blocked',
      '^blocked',
      'block ?list',
      'black-?list',
      '(?:block )?listed (?:at|in|by|on)',
      'is (?:block )?listed',
      'block-send',
      'customized-block',
      'reputation',
      'dnsbl',
      'rbl(?![a-z])',
      'd(?:marc|kim)',
      'spf(?![a-z])',
      '\\w*spoof',
      '\\w*authentic',
      'phish',
      'malware',
      'virus',
      '(?:reverse|bad|invalid) dns',
      'dns (?:ptr|mx|lookup|record|entry)',
      'ptr(?![a-z])',
      'rate.limit',
      'frequency limited',
      'unsolicited',
      'suspicious',
      'attachment',
      'banned',
      'dynamic ip',
      'your ip',
      'ip=\\d',
      'throttl',
      'excessive',
      'too many (?:recent|errors|connections|messages|sessions|spams)',
      'unexpected volume',
      '\\w*polic(?:y|ies)',
      'violation',
      'not verified',
      'content',
      'not allowed',
      'mail rejected\\.',
      'administrative',
      'cloudmark',
      'go away',
      'abuse',
      'bulk',
      'mass mail',
      'junk',
      'access denied',
      'not permitted',
      'prohibited',
      'message (?:rejected|filtered|not accepted)',
      'message … (?:too (?:large|big)|exceed)',
      '(?:message|mail) size',
      'maximum (?:\\w+ ){0,3}size',
      'size limit',
      '(?:configuration|mailer|protocol|system) error',
    ],
  },
  // A server or a line that has trouble now.
  {
    verdict: 'deferred',
    phrases: [
      'temporary server error',
      'try again later',
      'server busy',
      'come back',
      'currently unavailable',
      '(?:connection|session|operation) (?:timed out|refused|reset|dropped|closed)',
      'timed? ?out',
      'no route to host',
      '(?:un|not )reachable',
      'expired',
      'in the queue too long',
      'retry time',
      'delivery attempts',
      'failing for a long time',
      'not respond',
      'host not found, try again',
    ],
  },
];

/** A dot ends a sentence only before a space: in a host name it does not. */
const sameSentence = '(?:[^.;:。]|\\.(?! )){0,40}?';

function compiled(phrase: string): RegExp {
  const filled = phrase.replaceAll(' … ', `(?: | ${sameSentence} )`).replaceAll('…', sameSentence);
  return new RegExp(`(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\d])${filled}`, 'u');
}

const rules = meanings.map(({ verdict, phrases }) => ({ verdict, patterns: phrases.map(compiled) }));

/** A reply is far shorter. A bounce's text may bring the whole email along. */
const maxLength = 20_000;

/** Bounded, as the next pattern is, or a long line would take a second. */
const hostWithAddress = /(?<![\w.-])[\w.-]{1,255}\[[\da-f.:x]{1,45}\](?::\d+)?/g;

/** With the brackets and quotation marks around it. Its length is bounded, as RFC 5321 does, or a long line would take seconds. */
const address =
  /(?<![^\s<>"'(),;:[\]])[<("'[]{0,3}[^\s<>"'(),;:[\]]{1,64}@[^\s<>"'(),;:[\]]{1,255}[>)"'\]]{0,3}/g;

/**
 * A text in lower case and on one line, without the codes that stand before each line of a reply. `@` stands for each address, so
 * that a name such as `nospam@` is not read as a word. Hosts that are named with their IP address are left out for the same reason.
 */
const tidied = (text: string): string =>
  text
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(hostWithAddress, ' ')
    .replace(address, '@')
    .replace(/(?<![\w.])[45]\d\d(?:[ -]+(?:#?[45]\.\d{1,3}\.\d{1,3})?|$)/gm, ' ')
    .replace(/[\s*_|]+/g, ' ')
    .trim();

/** The verdict of known words; undefined if there are none. */
export function judgeWords(text: string): Verdict | undefined {
  const words = tidied(text);
  return rules.find(({ patterns }) => patterns.some((pattern) => pattern.test(words)))?.verdict;
}
