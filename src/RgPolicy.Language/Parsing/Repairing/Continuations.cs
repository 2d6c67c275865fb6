using RgPolicy.Language.Parsing.Correcting;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>What may be meant by a token behind a statement that it does not fit.</summary>
internal sealed class Continuations(StatementText statement)
{
    public static readonly string[] Joining =
    [
        "and",
        "or",
        "in",
        "not",
        "like",
        "between",
        "is",
        "contains",
        "for",
        "until",
        "by",
        "during",
    ];

    private readonly int _place = statement.Place;

    /// <summary>The changes that would make it fit, the likeliest first.</summary>
    public IEnumerable<Correction> Changes()
    {
        var found = statement.At(_place);
        var end = statement.End(_place);
        yield return At($"Expected `,` before {TokenText.Name(found)}.") with
        {
            Edits = [new Replacement(end, end, ",")],
            Fix = "Write `,`",
            Gain = 2,
        };
        if (found.Type == RgPolicyLexer.INTEGER && statement.Type(_place - 1) == RgPolicyLexer.UNIT)
        {
            yield return At("A number has one unit: write a sum, such as `1 h + 30 min`.") with
            {
                Edits = [new Replacement(end, end, " +")],
                Fix = "Write `+`",
            };
        }
    }

    /// <summary>The mistake when no change makes it fit.</summary>
    public Correction Nothing()
    {
        var found = statement.At(_place);
        var closes = found.Type is RgPolicyLexer.RIGHT_PAREN or RgPolicyLexer.RIGHT_BRACE;
        var isCondition = statement.Last is { } last && statement.Type(last) == RgPolicyLexer.CLASS;
        return At(
            closes ? $"{TokenText.Name(found)} closes nothing: leave it out."
            : found.Type == RgPolicyLexer.YIELDS ? "Expected `{` before `yields`: write `{ yields POOL }`."
            : isCondition ? $"Expected `and`, `or` or the next statement, found {TokenText.Name(found)}."
            : $"Expected the next statement, found {TokenText.Name(found)}."
        ) with
        {
            Edits = closes ? [new Replacement(statement.Start(_place), statement.End(_place + 1), "")] : [],
            Fix = closes ? $"Remove `{found.Text}`" : null,
            IsSafe = false,
            IsVague = !closes && found.Type != RgPolicyLexer.YIELDS,
        };
    }

    private Correction At(string message) =>
        new("RG1001", statement.Start(_place), statement.End(_place + 1), message, []);
}
