namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Where in a policy a phrase may stand: in which statement, in a condition, at the head of a line.</summary>
[Flags]
internal enum Place
{
    None = 0,
    Head = 1,
    Let = 1 << 1,
    Window = 1 << 2,
    Pool = 1 << 3,
    Class = 1 << 4,
    Default = 1 << 5,
    Strategy = 1 << 6,
    Rule = 1 << 7,
    State = 1 << 8,
    Objective = 1 << 9,
    Test = 1 << 10,
    Condition = 1 << 11,
    Any = (1 << 12) - 1,
}

/// <summary>What a fix of a phrase is worth: nothing else can have been meant, it is likely, or the change only helps
/// to read on.</summary>
internal enum PhraseFix
{
    Safe,
    Guess,
    None,
}

/// <summary>A row of the table: what people write by habit of other languages, and what stands for it here
/// (<c>$1</c> is the first thing that the pattern names). Of two that match as much, the first row wins.</summary>
internal sealed record Phrase(
    int Row,
    Place Place,
    Pattern Pattern,
    string Meant,
    string Code,
    string? Message,
    PhraseFix Fix
);
