using System.Collections.Immutable;
using System.Security.Cryptography;
using System.Text;

namespace RgPolicy.Dbms.Trials;

/// <summary>Statements that are run again and again.</summary>
/// <param name="Statements">In the order of the file; at least one. Those of scripts with the names of their variables
/// in place of values.</param>
/// <param name="Hash">Of all names, weights and texts: another workload has another.</param>
public sealed record TrialWorkload(ImmutableArray<TrialStatement> Statements, string Hash)
{
    /// <summary>Statements, each by itself.</summary>
    /// <param name="statements">At least one.</param>
    public static TrialWorkload Of(ImmutableArray<TrialStatement> statements)
    {
        var all = string.Join(
            '\0',
            statements.Select(each => FormattableString.Invariant($"{each.Name}\0{each.Weight}\0{each.Text}"))
        );
        return new TrialWorkload(statements, TextHash.Of(all, 16));
    }

    /// <summary>What clients run as wholes: each statement by itself, unless these are statements of scripts.</summary>
    public ImmutableArray<ITrialUnit> Units { get; init; } =
    [.. Statements.Select(statement => new StatementUnit(statement))];

    /// <summary>It is what a recording holds, and not a file that someone wrote.</summary>
    public bool IsOfRecording { get; init; }

    /// <summary>What was left out of it, and why.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];

    /// <summary>Each statement once as a client would run it.</summary>
    /// <param name="seed">Draws values.</param>
    /// <exception cref="TrialException">A value cannot be had.</exception>
    public ImmutableArray<TrialStatement> Samples(int seed)
    {
        var random = new Random(seed);
        return
        [
            .. Units
                .SelectMany(unit => unit.Begin(0, random))
                .Select(step => step.Statement)
                .OfType<TrialStatement>()
                .DistinctBy(statement => statement.Name, StringComparer.Ordinal),
        ];
    }
}

/// <summary>A short name for a text: other texts have others.</summary>
internal static class TextHash
{
    /// <summary>The first digits of its SHA-256, in lower case.</summary>
    /// <param name="text">The text.</param>
    /// <param name="digits">How many, at most 64.</param>
    public static string Of(string text, int digits) =>
        Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..digits].ToLowerInvariant();
}
