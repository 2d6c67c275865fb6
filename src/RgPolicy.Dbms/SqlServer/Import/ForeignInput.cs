using RgPolicy.Dbms.Configure.Logins;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>What a classifier is told of a session, as an expression or a variable holds it.</summary>
/// <param name="Input">Which.</param>
/// <param name="Length">The most letters that are left of it.</param>
/// <param name="IsPadded">It is filled up with blanks.</param>
/// <param name="Case">U or L where UPPER or LOWER was taken of it.</param>
internal readonly record struct ForeignInput(
    LoginInput Input,
    int Length = ForeignType.Longest,
    bool IsPadded = false,
    char? Case = null
)
{
    /// <summary>True where nothing of it can be missing.</summary>
    public bool IsWhole => Length >= ForeignType.Longest;

    /// <summary>The same, cut as a type cuts it; null for a type that holds no text.</summary>
    public ForeignInput? In(ForeignType? type) =>
        type is { } known ? this with { Length = Math.Min(Length, known.Length), IsPadded = known.IsPadded } : null;

    /// <summary>False for a text with letters that UPPER or LOWER has taken away, where case counts.</summary>
    public bool CanHold(string text) =>
        Case switch
        {
            'U' => text.All(c => char.ToUpperInvariant(c) == c),
            'L' => text.All(c => char.ToLowerInvariant(c) == c),
            _ => true,
        };
}
