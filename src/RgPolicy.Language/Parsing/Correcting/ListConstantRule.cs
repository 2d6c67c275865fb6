using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A constant that was written as a list, <c>let logins = ('a', 'b')</c>, and the conditions that use it: one
/// mistake.</summary>
internal sealed class ListConstantRule : ICorrectionRule
{
    /// <summary>What is told, at the constant or at its first use above it.</summary>
    public const string Message =
        "A constant is one value: write the list where it is asked for, such as `in ('a', 'b')`.";

    /// <summary>Told once in a text.</summary>
    public const string Habit = "list";

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var isList = tokens.Type(0) == RgPolicyLexer.LET && index == 3 && tokens.IsListName(tokens.Text(1));
        var close = index + 1;
        while (isList && close < tokens.Count && tokens.Text(close) is not (")" or "]" or "}"))
        {
            close++;
        }

        return isList && close < tokens.Count
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(close),
                    Message,
                    [new Replacement(tokens.Start(index), tokens.End(close), tokens.Text(index + 1))]
                )
                {
                    Habit = Habit,
                },
                close + 1
            )
            : null;
    }
}
