using System.Collections.Immutable;
using System.Globalization;
using System.Text;

namespace RgPolicy.Dbms.PostgreSql.Explain.Parameters;

/// <summary>
/// A text in which each use of a parameter has a number of its own, so that each tells the type that it
/// needs, whatever the others do.
/// </summary>
/// <param name="Text">The text.</param>
/// <param name="Owners">By use, the number of its parameter in the text before, from 1.</param>
/// <param name="Places">By use, where it begins in <paramref name="Text"/>.</param>
internal sealed record ParameterUses(string Text, ImmutableArray<int> Owners, ImmutableArray<int> Places)
{
    /// <summary>Numbers the uses in a text.</summary>
    public static ParameterUses Of(string text)
    {
        var (written, copied) = (new StringBuilder(text.Length), 0);
        var (owners, places) = (ImmutableArray.CreateBuilder<int>(), ImmutableArray.CreateBuilder<int>());
        foreach (var token in SqlLexer.Tokens(text))
        {
            if (token.Kind != SqlTokenKind.Parameter)
                continue;
            owners.Add(token.ParameterNumber(text));
            written.Append(text, copied, token.Start - copied);
            places.Add(written.Length);
            written.Append('$').Append(owners.Count.ToString(CultureInfo.InvariantCulture));
            copied = token.End;
        }

        return new ParameterUses(
            written.Append(text, copied, text.Length - copied).ToString(),
            owners.ToImmutable(),
            places.ToImmutable()
        );
    }
}
