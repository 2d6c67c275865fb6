namespace RgPolicy.Dbms.Configure;

/// <summary>Turns a server's present configuration into a policy.</summary>
internal interface IPolicyImporter
{
    /// <summary>The policy, and what it leaves out.</summary>
    /// <exception cref="ConfigureException">The configuration cannot be read.</exception>
    Task<ImportedPolicy> ImportAsync(CancellationToken cancellationToken);
}

/// <summary>A server's configuration as a policy.</summary>
internal sealed record ImportedPolicy(string Text, ImmutableArray<string> Left)
{
    /// <summary>The policy classes or limits some session otherwise than the server does.</summary>
    public bool IsLossy { get; init; }
}

/// <summary>Names and texts as the policy language writes them.</summary>
internal static class PolicyQuoting
{
    public static string Name(string name)
    {
        var word = new string([
            .. name.Select(each => char.IsLetter(each) || char.IsDigit(each) || each == '_' ? each : '_'),
        ]);
        return word.Length == 0 || char.IsDigit(word[0]) ? "_" + word : word;
    }

    public static string Text(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";
}
