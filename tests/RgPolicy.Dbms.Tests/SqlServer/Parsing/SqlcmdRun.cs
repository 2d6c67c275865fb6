using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.Tests.SqlServer.Parsing;

/// <summary>Runs a script as sqlcmd does: batches between GO, <c>:setvar</c> and <c>:on error exit</c>;
/// all on one session.</summary>
/// <param name="server">Where.</param>
/// <param name="isPlain">As a tool without sqlcmd's commands: they are errors of their own, and the
/// batches behind an error go on.</param>
internal sealed class SqlcmdRun(SqlServerConnectionOptions server, bool isPlain = false)
{
    private readonly Dictionary<string, string> _variables = new(StringComparer.Ordinal);
    private readonly List<string> _errors = [];
    private bool _endsAtError;

    /// <summary>The errors that it met.</summary>
    public async Task<IReadOnlyList<string>> RunAsync(string script)
    {
        await using var link = new SqlServerLink(server, LinkSettings.Configure with { Application = "sqlcmd" });
        await link.ReopenAsync(CancellationToken.None);
        var batch = new StringBuilder();
        foreach (var line in script.Split('\n'))
        {
            if (line.StartsWith(':'))
                Obey(line);
            else if (line != "GO")
                batch.Append(line).Append('\n');
            else if (batch.Length > 0 && !await ExecuteAsync(link, batch))
                break;
        }

        Assert.True(batch.ToString().Trim().Length == 0 || _errors.Count > 0, "a batch without its GO");
        return _errors;
    }

    private void Obey(string line)
    {
        switch (line.Split(' '))
        {
            case var _ when isPlain:
                _errors.Add($"Incorrect syntax near ':' in {line}");
                break;
            case [":setvar", var name, var value]:
                _variables[$"$({name})"] = value;
                break;
            case [":on", "error", "exit"]:
                _endsAtError = true;
                break;
            default:
                Assert.Fail($"sqlcmd knows no such command: {line}");
                break;
        }
    }

    private async Task<bool> ExecuteAsync(SqlServerLink link, StringBuilder batch)
    {
        var text = _variables.Aggregate(
            batch.ToString(),
            (sql, each) => sql.Replace(each.Key, each.Value, StringComparison.Ordinal)
        );
        batch.Clear();
        try
        {
            await link.ExecuteAsync(text, CancellationToken.None);
            return true;
        }
        catch (ConfigureException e)
        {
            _errors.Add(e.Message);
            return !_endsAtError;
        }
    }
}
