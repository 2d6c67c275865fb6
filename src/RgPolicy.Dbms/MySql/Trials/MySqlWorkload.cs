using RgPolicy.Dbms.MySql.Sql;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.MySql.Trials;

/// <summary>Reads a workload of a MariaDB or MySQL.</summary>
public static class MySqlWorkload
{
    /// <summary>Reads the text of a file: statements that end with a semicolon, with names and weights before
    /// them.</summary>
    /// <param name="text">The text.</param>
    /// <returns>The workload, or what is wrong.</returns>
    public static (TrialWorkload? Workload, string? Problem) Read(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return WorkloadText.Read(text, Places(text));
    }

    private static List<Range> Places(string text)
    {
        var places = new List<Range>();
        var (begin, end) = (-1, 0);
        foreach (var token in MySqlLexer.Tokens(text))
        {
            if (token.IsSymbol(text, ';'))
                Close();
            else
                (begin, end) = (begin < 0 ? token.Start : begin, token.End);
        }

        Close();
        return places;

        void Close()
        {
            if (begin >= 0)
                places.Add(begin..end);
            begin = -1;
        }
    }
}
