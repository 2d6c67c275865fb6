using System.Security.Cryptography;

namespace RgPolicy.Dbms.Trials;

/// <param name="Statements">In the order of the file; at least one. Those of scripts with the names of their variables
/// in place of values.</param>
/// <param name="Hash">Of all names, weights and texts: another workload has another.</param>
internal sealed record TrialWorkload(ImmutableArray<TrialStatement> Statements, string Hash)
{
    public static TrialWorkload Of(ImmutableArray<TrialStatement> statements)
    {
        var all = string.Join(
            '\0',
            statements.Select(each => FormattableString.Invariant($"{each.Name}\0{each.Weight}\0{each.Text}"))
        );
        return new TrialWorkload(statements, TextHash.Of(all, 16));
    }

    /// <summary>The scripts that send the statements; empty where clients send each by itself.</summary>
    public ImmutableArray<TrialScript> Scripts { get; init; } = [];

    public ImmutableSortedDictionary<string, string> Given { get; init; } =
        ImmutableSortedDictionary<string, string>.Empty;

    public bool IsOfRecording { get; init; }
    public ImmutableArray<string> Notes { get; init; } = [];
}

/// <remarks><c>Name</c>: its file's name, unique in the workload. <c>Weight</c>: how often it is drawn beside others, 1
/// to 100.</remarks>
internal sealed record TrialScript(string Name, string Text, int Weight);

/// <summary>A short name for a text: other texts have others.</summary>
internal static class TextHash
{
    /// <summary>The first digits of its SHA-256, in lower case.</summary>
    public static string Of(string text, int digits) =>
        Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..digits].ToLowerInvariant();
}

/// <param name="Name">Its name, unique in the workload.</param>
/// <param name="Weight">How often it runs in each run, 1 to 100.</param>
/// <param name="Text">Its text, without a semicolon.</param>
internal sealed record TrialStatement(string Name, int Weight, string Text);
