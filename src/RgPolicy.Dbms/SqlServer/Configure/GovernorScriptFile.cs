using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Writes a plan for sqlcmd. Before the first statement it looks whether it is on the server that it was made
/// for; what stops it there also keeps all that follows from being executed by tools that go on after an error. Each
/// batch can be run again.</summary>
internal sealed class GovernorScriptFile(ServerIdentity server, StoredOnly storedOnly)
{
    private const string IsSqlcmd = "N'$(RunBySqlcmd)' <> N'yes'";

    // ü: where its two bytes are taken for two letters, so are those of any other.
    private const string IsOtherEncoding = "UNICODE(N'\u00FC') <> 252";

    public ChangeScripts Of(
        ImmutableArray<ChangeStep> steps,
        GovernorState from,
        ImmutableArray<ChangeStep> back,
        GovernorState to,
        string revision
    )
    {
        var forward = Write($"carries out policy revision {revision}", steps, from, to, isBack: false);
        var backOut = Write($"takes back policy revision {revision}", back, to, from, isBack: true);
        return new ChangeScripts(
            string.Concat(forward.Select(Ended)),
            string.Concat(backOut.Select(Ended)),
            forward
                .Concat(backOut)
                .Where(batch => !IsOurs(batch))
                .Select(SqlcmdCheck.Problem)
                .FirstOrDefault(each => each is not null)
        );
    }

    /// <summary>What takes a policy back does not wait for others to settle their changes.</summary>
    private List<string> Write(
        string what,
        ImmutableArray<ChangeStep> steps,
        GovernorState from,
        GovernorState to,
        bool isBack
    )
    {
        var text = new List<string>();
        WriteGuards(text, from, to);
        if (!isBack)
        {
            Guard(
                text,
                storedOnly.OfOthers,
                "changes by others are stored and not in force, and RECONFIGURE would put them in force too"
            );
        }

        foreach (var step in steps)
            text.Add(step.Repeatable ?? step.Sql);
        WriteCheck(text, to);
        text.Add("SET NOEXEC OFF;");
        return [.. Head(what, text.TrueForAll(static batch => Ascii.IsValid(batch))), .. text];
    }

    private List<string> Head(string what, bool isAscii)
    {
        List<string> head =
        [
            $"-- RgPolicy: {what} on {server.Name.ReplaceLineEndings(" ")}.\n"
                + $"-- Run it as a login with CONTROL SERVER: sqlcmd -S SERVER {(isAscii ? "" : "-f 65001 ")}-i FILE, or in a tool's SQLCMD mode.\n"
                + "-- It can be run again: what is done already stays, and what is missing is done.\n"
                + ":on error exit\n:setvar RunBySqlcmd yes",
            "SET NOEXEC OFF;\nSET QUOTED_IDENTIFIER ON;\nSET ANSI_NULLS ON;\nUSE [master];",
        ];
        Guard(head, IsSqlcmd, "run this with sqlcmd, or in SQLCMD mode");
        if (!isAscii)
            Guard(head, IsOtherEncoding, "this file is UTF-8 and was read as something else: sqlcmd takes -f 65001");
        return head;
    }

    private void WriteGuards(List<string> text, GovernorState from, GovernorState to)
    {
        Guard(
            text,
            $"COALESCE(CONVERT(nvarchar(128), SERVERPROPERTY('ServerName')), N'') <> {SqlQuote.Text(server.Name)} "
                + $"COLLATE {SqlCollation.IgnoringCase}",
            $"this script is for the server {server.Name}"
        );
        Guard(
            text,
            $"CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')) NOT LIKE {SqlQuote.Text(Major + ".%")}",
            $"this script is for version {Major} of SQL Server"
        );
        Guard(text, "HAS_PERMS_BY_NAME(NULL, NULL, N'CONTROL SERVER') <> 1", "the login lacks CONTROL SERVER");
        Guard(
            text,
            "EXISTS (SELECT 1 FROM sys.resource_governor_configuration WHERE classifier_function_id NOT IN "
                + $"({Expected(from, to)}))",
            "the classifier of Resource Governor is not the one that was there when this script was made"
        );
    }

    private string Major => server.Version.Split('.')[0];

    /// <summary>None, the one before, and where the script has been run already the one after; RgPolicy's own two stand
    /// for each other.</summary>
    private static string Expected(GovernorState from, GovernorState to) =>
        string.Join(
            ", ",
            new[] { from.Classifier, to.Classifier }
                .OfType<ClassifierFunction>()
                .Concat(from.Functions)
                .Concat(to.Functions)
                .Select(GovernorRepeats.Id)
                .Distinct(StringComparer.Ordinal)
                .Select(id => $"COALESCE({id}, 0)")
                .Prepend("0")
        );

    /// <summary>What is read back: the classifier, and whether all of it is in force.</summary>
    private static void WriteCheck(List<string> text, GovernorState to)
    {
        var isOther = to.Classifier is { } classifier
            ? "NOT EXISTS (SELECT 1 FROM sys.resource_governor_configuration AS c JOIN sys.sql_modules AS m ON "
                + "m.object_id = c.classifier_function_id "
                + $"WHERE {GovernorRepeats.HasText(classifier)})"
            : "EXISTS (SELECT 1 FROM sys.resource_governor_configuration WHERE classifier_function_id <> 0)";
        var isPending = to.IsEnabled
            ? " OR EXISTS (SELECT 1 FROM sys.dm_resource_governor_configuration WHERE is_reconfiguration_pending = 1)"
            : "";
        Guard(text, isOther + isPending, "Resource Governor is not as it should be", "Not done");
    }

    private static void Guard(
        List<string> text,
        string condition,
        string problem,
        string start = "Nothing was changed"
    ) =>
        text.Add(
            $"IF {condition}\nBEGIN\n    RAISERROR ({SqlQuote.Text($"{start}: {problem}.".Replace("%", "%%", StringComparison.Ordinal))}, 16, 1);\n    SET NOEXEC ON;\nEND"
        );

    private static bool IsOurs(string batch) =>
        batch.Contains(IsSqlcmd, StringComparison.Ordinal) || batch.StartsWith("-- ", StringComparison.Ordinal);

    private static string Ended(string batch) => batch + "\nGO\n";
}

/// <summary>What in a batch sqlcmd takes for its own, within quotes and comments too: its variables anywhere, and what
/// begins a line. Names and definitions that others wrote may hold it.</summary>
internal static class SqlcmdCheck
{
    private const string Variable = "$(";
    private const string EndOfBatch = "GO";

    private static readonly string[] Commands = [":", "!!"];
    private static readonly char[] LineEnds = ['\n', '\r'];
    private static readonly char[] HowOften = [.. "0123456789 \t;"];

    /// <summary>Why sqlcmd cannot be given the batch; null where it can.</summary>
    public static string? Problem(string batch) =>
        batch.Contains(Variable, StringComparison.Ordinal)
            ? $"sqlcmd would take `{Variable}` in a statement for one of its variables: carry the plan out with rgp apply"
        : batch.Split(LineEnds).FirstOrDefault(IsCommand) is { } line
            ? $"sqlcmd would take the line `{line.Trim()}` within a text for a command: carry the plan out with rgp apply"
        : null;

    private static bool IsCommand(string line)
    {
        var text = line.Trim();
        return Commands.Any(command => text.StartsWith(command, StringComparison.Ordinal)) || IsEnd(text);
    }

    private static bool IsEnd(string text) =>
        text.StartsWith(EndOfBatch, StringComparison.OrdinalIgnoreCase)
        && text[EndOfBatch.Length..].Trim(HowOften).Length == 0;
}
