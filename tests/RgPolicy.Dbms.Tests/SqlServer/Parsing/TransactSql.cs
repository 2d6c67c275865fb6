using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace RgPolicy.Dbms.Tests.SqlServer.Parsing;

/// <summary>Microsoft's parser of T-SQL, by the release whose syntax applies.</summary>
internal static class TransactSql
{
    /// <summary>The errors of a batch; releases after 2019 are read as 2019.</summary>
    public static IReadOnlyList<string> Errors(string batch, int major)
    {
        Parser(major).Parse(new StringReader(WithoutNewest(batch)), out var errors);
        return [.. errors.Select(error => $"{error.Line}:{error.Column} {error.Message}\n{batch}")];
    }

    /// <summary>The statements of a batch.</summary>
    public static IReadOnlyList<TSqlStatement> Statements(string batch)
    {
        var script = (TSqlScript)Parser(15).Parse(new StringReader(batch), out var errors);
        Assert.Empty(errors);
        return [.. script.Batches.SelectMany(each => each.Statements)];
    }

    private static TSqlParser Parser(int major) =>
        major switch
        {
            13 => new TSql130Parser(initialQuotedIdentifiers: true),
            14 => new TSql140Parser(initialQuotedIdentifiers: true),
            _ => new TSql150Parser(initialQuotedIdentifiers: true),
        };

    /// <summary>Options of SQL Server 2025 that no release of the parser knows: cut out, their form
    /// checked here.</summary>
    private static string WithoutNewest(string batch)
    {
        foreach (var option in (string[])["GROUP_MAX_TEMPDB_DATA_MB", "GROUP_MAX_TEMPDB_DATA_PERCENT"])
        {
            for (
                var at = batch.IndexOf(option + " = ", StringComparison.Ordinal);
                at >= 0;
                at = batch.IndexOf(option + " = ", StringComparison.Ordinal)
            )
            {
                var end = batch.IndexOfAny([',', ')'], at);
                var value = batch[(at + option.Length + 3)..end];
                Assert.True(
                    value == "NULL" || decimal.Parse(value, System.Globalization.CultureInfo.InvariantCulture) > 0,
                    batch
                );
                batch = (batch[..at] + batch[end..])
                    .Replace("(, ", "(", StringComparison.Ordinal)
                    .Replace(", )", ")", StringComparison.Ordinal)
                    .Replace(", , ", ", ", StringComparison.Ordinal)
                    .Replace(" WITH ()", " WITH (MAX_DOP = 1)", StringComparison.Ordinal);
            }
        }

        return batch;
    }
}
