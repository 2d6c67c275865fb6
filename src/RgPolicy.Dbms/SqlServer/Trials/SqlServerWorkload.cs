using RgPolicy.Dbms.SqlServer.Import;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.SqlServer.Trials;

/// <summary>Reads a workload of a SQL Server.</summary>
public static class SqlServerWorkload
{
    /// <summary>Reads the text of a file: queries that end with a semicolon, with names and weights before
    /// them.</summary>
    /// <param name="text">The text.</param>
    /// <returns>The workload, or what is wrong: there is no session that may only read, so what could write is
    /// refused here.</returns>
    public static (TrialWorkload? Workload, string? Problem) Read(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var (workload, problem) = WorkloadText.Read(text, Places(text));
        var refused = workload
            ?.Statements.Select(each =>
                ReadingQuery.Problem(each.Text) is { } reason ? $"`{each.Name}`: {reason}" : null
            )
            .FirstOrDefault(reason => reason is not null);
        return refused is null ? (workload, problem) : (null, refused);
    }

    /// <summary>The single query that a text is, with all its literals; null where it is several, has parameters or
    /// may write.</summary>
    /// <param name="text">A text as a server showed it.</param>
    public static TrialStatement? ReadWhole(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return
            TransactSqlTokens.Of(text).All(token => !token.Text.StartsWith('@') && !token.Is("?"))
            && Read(text).Workload is { Statements: [var statement] }
            ? statement
            : null;
    }

    private static List<Range> Places(string text)
    {
        var places = new List<Range>();
        var (begin, end) = (-1, 0);
        foreach (var token in TransactSqlTokens.Of(text))
        {
            if (token.Kind == TransactSqlTokenKind.End || token.Is(";"))
            {
                if (begin >= 0)
                    places.Add(begin..end);
                begin = -1;
            }
            else
            {
                (begin, end) = (begin < 0 ? token.Start : begin, token.End);
            }
        }

        return places;
    }
}
