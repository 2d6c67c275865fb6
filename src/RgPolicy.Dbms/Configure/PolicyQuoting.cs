namespace RgPolicy.Dbms.Configure;

/// <summary>Names and texts as the policy language writes them.</summary>
internal static class PolicyQuoting
{
    /// <summary>A name: what a name may not have becomes an underscore.</summary>
    public static string Name(string name)
    {
        var word = new string([
            .. name.Select(each => char.IsLetter(each) || char.IsDigit(each) || each == '_' ? each : '_'),
        ]);
        return word.Length == 0 || char.IsDigit(word[0]) ? "_" + word : word;
    }

    /// <summary>A text in quotes.</summary>
    public static string Text(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";
}
