namespace RgPolicy.Dbms.Configure;

internal interface IPolicyImporter
{
    Task<ImportedPolicy> ImportAsync(CancellationToken cancellationToken);
}

internal sealed record ImportedPolicy(string Text, ImmutableArray<string> Left)
{
    /// <summary>The policy classes or limits some session otherwise than the server does.</summary>
    public bool IsLossy { get; init; }
}

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
