// Grammar of the RgPolicy language, version 1. Names, types and units are the binder's.
parser grammar RgPolicyParser;

options { tokenVocab = RgPolicyLexer; }

policy : statement* EOF ;

// The reader parses one statement at a time, so that one mistake costs one statement.
statement
    : languageStatement
    | useStatement
    | letStatement
    | windowStatement
    | poolStatement
    | classStatement
    | defaultStatement
    | strategyStatement
    | scheduleStatement
    | ruleStatement
    | stateStatement
    | inStateStatement
    | objectiveStatement
    | testStatement
    ;

languageStatement : LANGUAGE INTEGER ;

useStatement : USE STRING ;

letStatement : LET constantName EQUAL expression ;

windowStatement : WINDOW name EQUAL dayRange (COMMA dayRange)* start=CLOCK DOT_DOT end=CLOCK zone=STRING ;

dayRange : first=name (DOT_DOT last=name)? ;

poolStatement : POOL name settingBlock ;

classStatement : CLASS className=name ARROW poolName=name WHEN condition ;

defaultStatement : DEFAULT ARROW name ;

strategyStatement : CACHE STRATEGY name (BY signal)? (COMMA RESERVE expression FOR STREAMING)? ;

scheduleStatement : SCHEDULE kind=name (OVER pools+=name (COMMA pools+=name)*)? ;

// ---- Settings ----

settingBlock : LEFT_BRACE setting* RIGHT_BRACE ;

setting : REQUIRE? settingBody ;

settingBody
    : CACHE size=expression (COMMA AT LEAST least=expression)? (COMMA EXCLUSIVE)? # cacheSetting
    | CORES coreSet                                                              # coresSetting
    | SLOTS count=expression (COMMA WAIT longest=expression)?                    # slotsSetting
    | settingWords expression                                                    # amountSetting
    ;

settingWords
    : CPU (WEIGHT | MIN | MAX | CAP | TIME)
    | MEMORY (BANDWIDTH | MIN | MAX)
    | GRANT WAIT?
    | MAXDOP
    | IO (READ | WRITE | READS | MIN READS)
    | TEMPDB
    | CONCURRENCY
    | QUEUE
    ;

coreSet
    : ALL                            # allCores
    | LIKE name                      # coresLike
    | (SOCKET | NUMA) INTEGER        # coresOfNode
    | coreRange (COMMA coreRange)*   # coreList
    | (number UNIT | IDENTIFIER | STEP | NO | MASK | LATE) # coreShare
    ;

coreRange : first=INTEGER (DOT_DOT last=INTEGER)? ;

// ---- Conditions: `not` binds tighter than `and`, `and` tighter than `or` ----

condition : conjunction (OR conjunction)* ;

conjunction : negation (AND negation)* ;

negation : NOT* primary ;

primary
    : LEFT_PAREN condition RIGHT_PAREN # group
    | DURING name                      # during
    | signal question?                 # atom
    ;

question
    : comparison expression                                         # compare
    | NOT? IN LEFT_PAREN expression (COMMA expression)* RIGHT_PAREN # inList
    | NOT? BETWEEN low=expression AND high=expression               # between
    | NOT? LIKE expression (ESCAPE STRING)?                         # like
    | IS NOT? KNOWN                                                 # known
    | CONTAINS expression                                           # contains
    | CONTAINS ANY LEFT_PAREN expression (COMMA expression)* RIGHT_PAREN # containsAny
    ;

comparison : EQUAL | NOT_EQUAL | LESS | LESS_EQUAL | GREATER | GREATER_EQUAL ;

signal : name (DOT name)+ ;

// ---- Constants ----

expression : term ((PLUS | MINUS) term)* ;

term : factor ((STAR | SLASH) factor)* ;

factor : MINUS* constant ;

constant
    : number UNIT?                      # quantity
    | VERSION                           # version
    | EXACTLY? STRING                   # text
    | reference                         # named
    | LEFT_PAREN expression RIGHT_PAREN # constantGroup
    ;

number : INTEGER | DECIMAL ;

reference : constantName (DOT name)* ;

// ---- Rules ----

ruleStatement
    : RULE ruleName=name ON CLASS classes+=name (COMMA classes+=name)* (DURING window=name)?
      LEFT_BRACE ruleItem* RIGHT_BRACE
    ;

ruleItem
    : WHEN condition THEN action # step
    | UNLESS condition           # unless
    ;

action
    : LOG                                                 # log
    | NOTIFY                                              # notify
    | DEPRIORITIZE                                        # deprioritize
    | LIMIT settingBody                                   # limit
    | MOVE TO name                                        # moveTo
    | SHRINK NEXT                                         # shrinkNext
    | QUARANTINE FINGERPRINT (TO name)? FOR expression    # quarantine
    | CANCEL                                              # cancel
    ;

// ---- States and objectives ----

stateStatement
    : STATE name WHEN condition (FOR enterAfter=expression)? (UNTIL leave (FOR leaveAfter=expression)?)?
    ;

leave
    : comparison expression # leaveValue
    | condition             # leaveCondition
    ;

inStateStatement : IN name LEFT_BRACE poolOverride* RIGHT_BRACE ;

poolOverride : POOL name settingBlock ;

objectiveStatement : OBJECTIVE name percentile ELAPSED (LESS | LESS_EQUAL) expression yieldBlock? ;

percentile : IDENTIFIER (DOT INTEGER)? ;

yieldBlock : LEFT_BRACE YIELDS name (COMMA name)* RIGHT_BRACE ;

// ---- Policy tests ----

testStatement : TEST STRING LEFT_BRACE testItem* RIGHT_BRACE ;

testItem
    : GIVEN given (COMMA given)*                                          # givenItem
    | moment                                                              # momentItem
    | AT expression LEFT_BRACE testItem* RIGHT_BRACE                      # timedItem
    | profile                                                             # profileItem
    | EXPECT PROVISIONAL? expectation (COMMA expectation)*                # expectItem
    | CASES LEFT_BRACE caseHeader caseRow+ RIGHT_BRACE                    # casesItem
    ;

given
    : PLAN STRING                                                         # givenPlan
    | STATEMENT INTEGER                                                   # givenStatement
    | SESSION LEFT_BRACE sessionValue (COMMA? sessionValue)* RIGHT_BRACE  # givenSession
    | LEFT_BRACE signalValue (COMMA? signalValue)* RIGHT_BRACE            # givenSignals
    | signalValue                                                         # givenSignal
    | OBJECTIVE name LATE expression                                      # givenLate
    | moment                                                              # givenMoment
    | profile                                                             # givenProfile
    ;

moment : AT STRING ;

profile : TARGET (name | STRING) ;

sessionValue : name EQUAL? expression ;

signalValue : signal EQUAL? (expression | textSet) ;

textSet : LEFT_PAREN expression (COMMA expression)+ RIGHT_PAREN ;

expectation
    : CLASS name              # expectClass
    | POOL name               # expectPool
    | LINE INTEGER            # expectLine
    | RULE name (STEP INTEGER)? # expectRule
    | STATE name              # expectState
    | YIELDS name             # expectYields
    | QUARANTINE              # expectQuarantine
    | NO absence              # expectNo
    | MASK STRING             # expectMask
    | settingBody             # expectSetting
    ;

// What shall not act; without a name, none at all.
absence : RULE name?? | STATE name?? | YIELDS name?? | QUARANTINE ;

caseHeader : LEFT_PAREN signal (COMMA signal)* RIGHT_PAREN ARROW LEFT_PAREN caseColumn (COMMA caseColumn)* RIGHT_PAREN ;

caseColumn : CLASS | POOL | LINE | RULE name ;

caseRow : LEFT_PAREN expression (COMMA expression)* RIGHT_PAREN ARROW LEFT_PAREN caseCell (COMMA caseCell)* RIGHT_PAREN ;

caseCell : name | INTEGER ;

// ---- Names: every word is a name where a name is expected ----

name : WAIT | constantName ;

// `wait` is no name of a constant, or `grant wait 5 s` could be read in two ways.
constantName
    : IDENTIFIER
    | LANGUAGE | USE | LET | WINDOW | POOL | CLASS | DEFAULT | RULE | STATE | OBJECTIVE | TEST
    | REQUIRE | CACHE | AT | LEAST | EXCLUSIVE | CORES | ALL | SOCKET | NUMA | CPU | WEIGHT | MIN | MAX | CAP | TIME
    | MEMORY | BANDWIDTH | GRANT | MAXDOP | IO | READ | WRITE | READS | TEMPDB | CONCURRENCY | QUEUE
    | SLOTS | STRATEGY | BY | RESERVE | STREAMING | SCHEDULE | OVER
    | WHEN | AND | OR | NOT | IN | BETWEEN | LIKE | ESCAPE | IS | KNOWN | CONTAINS | ANY | DURING | EXACTLY
    | ON | THEN | UNLESS | FOR | UNTIL | LOG | NOTIFY | DEPRIORITIZE | LIMIT | MOVE | TO | SHRINK | NEXT | QUARANTINE
    | FINGERPRINT | CANCEL | ELAPSED | YIELDS
    | GIVEN | EXPECT | PROVISIONAL | PLAN | STATEMENT | SESSION | TARGET | LINE | CASES
    | STEP | NO | MASK | LATE
    ;
