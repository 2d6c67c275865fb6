using RgPolicy.Plans.Judge;
using RgPolicy.Plans.Sql;

namespace RgPolicy.Plans.SqlServer;

/// <summary>One Stmt element as the server printed it.</summary>
internal sealed class SqlServerStatement(int ordinal, int xmlDepth)
{
    private const double Kilobyte = 1024;
    private const double AssumedDop = 2;

    private Dictionary<string, ServerOperator>? _writers;

    public int Ordinal { get; } = ordinal;

    /// <summary>Depth of the element in its document.</summary>
    public int XmlDepth { get; } = xmlDepth;

    /// <summary>True when the document stops or breaks inside of it.</summary>
    public bool IsCut { get; set; }

    public string Type { get; set; } = "";
    public string? Text { get; set; }
    public string? Id { get; set; }
    public string? QueryHash { get; set; }
    public string? PlanHash { get; set; }

    public double Cost { get; set; } = double.NaN;

    /// <summary>Degree of parallelism while it ran; not a number, or 0, where it is only estimated.</summary>
    public double Dop { get; set; } = double.NaN;

    public double AvailableDop { get; set; } = double.NaN;
    public double AvailableGrantKilobytes { get; set; } = double.NaN;
    public double SerialDesiredKilobytes { get; set; } = double.NaN;
    public double GrantedKilobytes { get; set; } = double.NaN;
    public double MaxUsedKilobytes { get; set; } = double.NaN;

    /// <summary>Every operator, parents before children.</summary>
    public List<ServerOperator> Operators { get; } = [];

    public ServerOperator? Open { get; set; }

    /// <summary>
    /// The operator that counts of those that write into a table, the first that changes the table itself: a further
    /// index changes the same rows again, perhaps each as a deletion and an insertion.
    /// </summary>
    public Dictionary<string, ServerOperator> Writers => _writers ??= ChooseWriters();

    /// <summary>Threads of a plan that has parallel parts: at run time, else what the optimiser assumed.</summary>
    public double Threads =>
        Dop > 0 ? Dop
        : AvailableDop > 1 ? AvailableDop
        : AssumedDop;

    /// <summary>Memory that sorts and hash tables together used; unknown where it was not measured.</summary>
    public Quantity UsedMemory => Bytes(MaxUsedKilobytes, Provenance.Actual);

    /// <summary>What the statement asks for: granted, else desired by the serial plan; unknown where
    /// neither is printed.</summary>
    public Quantity Grant
    {
        get
        {
            var granted = Bytes(GrantedKilobytes, Provenance.Actual);
            return !granted.IsKnown && SerialDesiredKilobytes >= 0
                ? new(SerialDesiredKilobytes * Kilobyte, Provenance.Estimate)
                : granted;
        }
    }

    /// <summary>Memory that a sort or a hash table has: what it used, else what the statement used, was granted or could
    /// be granted. Unknown where the plan says nothing: then nothing is capped.</summary>
    public Quantity Budget(ServerOperator node)
    {
        if (node.Counters.UsedMemoryKilobytes > 0)
            return Bytes(node.Counters.UsedMemoryKilobytes, Provenance.Actual);
        if (MaxUsedKilobytes > 0)
            return UsedMemory;
        return Bytes(GrantedKilobytes > 0 ? GrantedKilobytes : AvailableGrantKilobytes, Provenance.Estimate);
    }

    private Dictionary<string, ServerOperator> ChooseWriters()
    {
        var chosen = new Dictionary<string, ServerOperator>(StringComparer.Ordinal);
        foreach (var node in Operators)
        {
            if (node is not { Kind: OperatorKind.Write, Table: { } table })
                continue;
            if (!chosen.TryGetValue(table, out var other) || (IsFurtherIndex(other) && !IsFurtherIndex(node)))
                chosen[table] = node;
        }

        return chosen;
    }

    private static bool IsFurtherIndex(ServerOperator node) =>
        node.Physical.StartsWith("Index ", StringComparison.Ordinal);

    private static Quantity Bytes(double kilobytes, Provenance provenance) =>
        kilobytes > 0 ? new(kilobytes * Kilobyte, provenance) : Quantity.Unknown;
}

/// <summary>One statement as the server printed it to what it tells.</summary>
internal static class StatementJudge
{
    public static PlanStatement Judge(SqlServerStatement statement, PlanReaderOptions options)
    {
        if (statement.IsCut)
            return PlanStatement.Cut(statement.Ordinal, statement.Id, statement.Text);
        var kind = StatementTypes.KindOf(statement);
        return new()
        {
            Ordinal = statement.Ordinal,
            Id = statement.Id,
            Kind = kind,
            Text = statement.Text,
            HasPlan = statement.Operators.Count > 0,
            QueryHash = statement.QueryHash,
            PlanHash = statement.PlanHash,
            Profile = statement.Operators.Count > 0 ? WithPlan(statement, kind, options) : WithoutPlan(statement, kind),
        };
    }

    private static PlanProfile WithPlan(SqlServerStatement statement, StatementKind kind, PlanReaderOptions options)
    {
        using var tree = SqlServerNeutralTree.Build(statement, kind);
        return PlanJudge.Judge(tree, options);
    }

    private static PlanProfile WithoutPlan(SqlServerStatement statement, StatementKind kind)
    {
        if (statement.Type is "EXECUTE STRING")
            return PlanProfile.Unknown("dynamic SQL: the document does not show what it runs");
        if (statement.Type.EndsWith(" WITH QUERY", StringComparison.Ordinal))
            return Utility("a value from functions or variables; no table is read here");
        if (StatementProfile.FromKind(kind) is not { } profile)
            return PlanProfile.Unknown("the document has no plan for this statement");
        return statement.Type is "EXECUTE PROC"
            ? profile with
            {
                Reason = "calls a procedure; its statements are judged one by one where the document has them",
            }
            : profile;
    }

    private static PlanProfile Utility(string reason) =>
        (StatementProfile.FromKind(StatementKind.Utility) ?? PlanProfile.Unknown(reason)) with
        {
            Reason = reason,
        };
}

/// <summary>SQL Server's StatementType and, where that tells too little, the text.</summary>
internal static class StatementTypes
{
    private static readonly string[] MaintenanceCommands =
    [
        "UPDATE STATISTICS",
        "CREATE STATISTICS",
        "DBCC",
        "BACKUP",
        "RESTORE",
        "CREATE SPATIAL INDEX",
        "CREATE XML INDEX",
    ];

    public static StatementKind KindOf(SqlServerStatement statement)
    {
        if (InternalTexts.KindOf(statement.Text) is { } hidden)
            return hidden;
        return statement.Type switch
        {
            "" => FromText(statement),
            "SELECT INTO" or "BULK INSERT" => StatementKind.BulkLoad,
            "INSERT" or "INSERT EXEC" => StatementKind.Insert,
            "UPDATE" or "UPDATE CURSOR" => StatementKind.Update,
            "DELETE" or "DELETE CURSOR" => StatementKind.Delete,
            "MERGE" => StatementKind.Merge,
            "CREATE INDEX" or "ALTER INDEX" => StatementKind.IndexBuild,
            "SELECT"
            or "ASSIGN WITH QUERY"
            or "COND WITH QUERY"
            or "SET WITH QUERY"
            or "PRINT WITH QUERY"
            or "RETURN WITH QUERY" => StatementKind.Select,
            _ => OfCommand(statement),
        };
    }

    /// <summary>True when the rows of the last operator go to the client.</summary>
    public static bool ReturnsRows(SqlServerStatement statement) =>
        statement.Type
            is not (
                "SELECT INTO"
                or "ASSIGN WITH QUERY"
                or "COND WITH QUERY"
                or "SET WITH QUERY"
                or "PRINT WITH QUERY"
                or "RETURN WITH QUERY"
                or "DECLARE CURSOR"
                or "OPEN CURSOR"
                or "BULK INSERT"
                or "CREATE INDEX"
                or "ALTER INDEX"
                or "INSERT EXEC"
            );

    private static StatementKind OfCommand(SqlServerStatement statement)
    {
        if (MaintenanceCommands.Any(command => statement.Type.StartsWith(command, StringComparison.Ordinal)))
            return StatementKind.Maintenance;
        return statement.Operators.Count > 0 && statement.Type.Contains("CURSOR", StringComparison.Ordinal)
            ? StatementKind.Select
            : StatementKind.Utility;
    }

    private static StatementKind FromText(SqlServerStatement statement) =>
        statement.Text is { } text ? StatementKindReader.FromText(text, SqlDialect.TransactSql) : StatementKind.Other;
}

/// <summary>Statements that the server writes for itself when it maintains indexes, statistics and pages.</summary>
internal static class InternalTexts
{
    public static StatementKind? KindOf(string? text)
    {
        var sql = text.AsSpan().TrimStart();
        if (sql.StartsWith("SELECT StatMan(", StringComparison.OrdinalIgnoreCase))
            return StatementKind.Maintenance;
        if (sql.StartsWith("DECLARE @BlobEater", StringComparison.OrdinalIgnoreCase))
            return StatementKind.Maintenance;
        return IsIndexBuild(sql) ? StatementKind.IndexBuild : null;
    }

    /// <summary><c>insert [a].[t] select * from [a].[t]</c>: a table's rows into its own index.</summary>
    private static bool IsIndexBuild(ReadOnlySpan<char> sql)
    {
        const string Insert = "insert [";
        const string Select = " select *";
        const string From = "from ";
        if (!sql.StartsWith(Insert, StringComparison.OrdinalIgnoreCase))
            return false;
        var rest = sql[(Insert.Length - 1)..];
        var select = rest.IndexOf(Select, StringComparison.OrdinalIgnoreCase);
        if (select < 0)
            return false;
        var target = rest[..select].Trim();
        rest = rest[(select + Select.Length)..].TrimStart(", %bmkpartiondsc".AsSpan());
        var from = rest.IndexOf(From, StringComparison.OrdinalIgnoreCase);
        return from is >= 0 and < 64
            && rest[(from + From.Length)..].TrimStart().StartsWith(target, StringComparison.OrdinalIgnoreCase);
    }
}
