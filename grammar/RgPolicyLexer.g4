// Tokens of the RgPolicy language, version 1.
//
// Every word below is reserved only where the parser expects it: the parser rule `name` accepts all of them.
// UNIT is never matched here: units are words only right after a number, so the token stage of the reader turns the
// word, the percent sign or the slash-s after a number into one UNIT token (`800 MiB/s` is DECIMAL or INTEGER, UNIT).
lexer grammar RgPolicyLexer;

tokens { UNIT }

// Statements
LANGUAGE     : 'language' ;
USE          : 'use' ;
LET          : 'let' ;
WINDOW       : 'window' ;
POOL         : 'pool' ;
CLASS        : 'class' ;
DEFAULT      : 'default' ;
RULE         : 'rule' ;
STATE        : 'state' ;
OBJECTIVE    : 'objective' ;
TEST         : 'test' ;

// Settings
REQUIRE      : 'require' ;
CACHE        : 'cache' ;
AT           : 'at' ;
LEAST        : 'least' ;
EXCLUSIVE    : 'exclusive' ;
CORES        : 'cores' ;
ALL          : 'all' ;
SOCKET       : 'socket' ;
NUMA         : 'numa' ;
CPU          : 'cpu' ;
WEIGHT       : 'weight' ;
MIN          : 'min' ;
MAX          : 'max' ;
CAP          : 'cap' ;
TIME         : 'time' ;
MEMORY       : 'memory' ;
BANDWIDTH    : 'bandwidth' ;
GRANT        : 'grant' ;
WAIT         : 'wait' ;
MAXDOP       : 'maxdop' ;
IO           : 'io' ;
READ         : 'read' ;
WRITE        : 'write' ;
READS        : 'reads' ;
TEMPDB       : 'tempdb' ;
CONCURRENCY  : 'concurrency' ;
QUEUE        : 'queue' ;
SLOTS        : 'slots' ;

// Cache strategy
STRATEGY     : 'strategy' ;
BY           : 'by' ;
RESERVE      : 'reserve' ;
STREAMING    : 'streaming' ;

// Schedule of the slots
SCHEDULE     : 'schedule' ;
OVER         : 'over' ;

// Conditions
WHEN         : 'when' ;
AND          : 'and' ;
OR           : 'or' ;
NOT          : 'not' ;
IN           : 'in' ;
BETWEEN      : 'between' ;
LIKE         : 'like' ;
ESCAPE       : 'escape' ;
IS           : 'is' ;
KNOWN        : 'known' ;
CONTAINS     : 'contains' ;
ANY          : 'any' ;
DURING       : 'during' ;
EXACTLY      : 'exactly' ;

// Rules, states and objectives
ON           : 'on' ;
THEN         : 'then' ;
UNLESS       : 'unless' ;
FOR          : 'for' ;
UNTIL        : 'until' ;
LOG          : 'log' ;
NOTIFY       : 'notify' ;
DEPRIORITIZE : 'deprioritize' ;
LIMIT        : 'limit' ;
MOVE         : 'move' ;
TO           : 'to' ;
SHRINK       : 'shrink' ;
NEXT         : 'next' ;
QUARANTINE   : 'quarantine' ;
FINGERPRINT  : 'fingerprint' ;
CANCEL       : 'cancel' ;
ELAPSED      : 'elapsed' ;
YIELDS       : 'yields' ;

// Policy tests
GIVEN        : 'given' ;
EXPECT       : 'expect' ;
PROVISIONAL  : 'provisional' ;
PLAN         : 'plan' ;
STATEMENT    : 'statement' ;
SESSION      : 'session' ;
TARGET       : 'target' ;
LINE         : 'line' ;
CASES        : 'cases' ;
STEP         : 'step' ;
NO           : 'no' ;
MASK         : 'mask' ;
LATE         : 'late' ;

// Punctuation and operators
LEFT_BRACE    : '{' ;
RIGHT_BRACE   : '}' ;
LEFT_PAREN    : '(' ;
RIGHT_PAREN   : ')' ;
COMMA         : ',' ;
ARROW         : '->' ;
DOT_DOT       : '..' ;
DOT           : '.' ;
EQUAL         : '=' ;
NOT_EQUAL     : '!=' ;
LESS_EQUAL    : '<=' ;
LESS          : '<' ;
GREATER_EQUAL : '>=' ;
GREATER       : '>' ;
PLUS          : '+' ;
MINUS         : '-' ;
STAR          : '*' ;
SLASH         : '/' ;
PERCENT       : '%' ;

// Operators of other languages: read as what they stand for, and reported.
FOREIGN_EQUAL     : '==' ;
FOREIGN_NOT_EQUAL : '<>' ;
FOREIGN_AND       : '&&' ;
FOREIGN_OR        : '||' ;
FOREIGN_NOT       : '!' ;

// Literals
VERSION    : DIGITS '.' DIGITS ('.' DIGITS)+ ;
DECIMAL    : DIGITS '.' DIGITS ;
CLOCK      : DIGITS ':' DIGITS ;
INTEGER    : DIGITS ;
STRING     : '\'' (~['\r\n] | '\'\'')* '\'' | '"' (~["\r\n] | '""')* '"' ;
OPEN_STRING : '\'' (~['\r\n] | '\'\'')* | '"' (~["\r\n] | '""')* ;
IDENTIFIER : [\p{L}_] [\p{L}\p{Nd}_]* ;

// What means nothing
COMMENT      : '/*' (~'*' | '*'+ ~[*/])* '*'+ '/' -> channel(HIDDEN) ;
OPEN_COMMENT : '/*' (~'*' | '*'+ ~[*/])* '*'* -> channel(HIDDEN) ;
LINE_COMMENT : '//' ~[\r\n]* -> channel(HIDDEN) ;
BLANK        : [ \t\r\n\u000B\u000C\u0085\u00A0\u2028\u2029\uFEFF]+ -> channel(HIDDEN) ;

// Anything else is one token, so that the lexer itself never fails.
UNKNOWN : . ;

fragment DIGITS : [0-9]+ ;
