namespace RgPolicy.Dbms.SqlServer.Fetch;

/// <summary>
/// The plan of a statement whose literals the server has made parameters: the document holds the text
/// only, and names the handle of the plan that runs.
/// </summary>
internal static class ShellPlan
{
    private const string Attribute = " ParameterizedPlanHandle=\"0x";
    private const int LongestHandle = 64;

    /// <summary>The handle that a document names, or null.</summary>
    public static byte[]? HandleIn(string document)
    {
        var at = document.IndexOf(Attribute, StringComparison.Ordinal);
        if (at < 0)
            return null;
        var from = at + Attribute.Length;
        var to = document.IndexOf('"', from);
        var length = to - from;
        if (length is < 2 or > 2 * LongestHandle || length % 2 != 0)
            return null;
        var digits = document.AsSpan(from, length);
        foreach (var digit in digits)
            if (!char.IsAsciiHexDigit(digit))
                return null;
        return Convert.FromHexString(digits);
    }
}
