namespace RgPolicy.Testing.Policies.Text;

/// <summary>A signal as the proof knows it, written down a second time.</summary>
/// <param name="Name">Its full name, or <c>time</c>.</param>
/// <param name="Kind">What its values are.</param>
/// <param name="CanBeUnknown">Whether a query can lack it.</param>
/// <param name="Words">For an enum its words.</param>
/// <param name="Unit">What stands behind a number.</param>
internal sealed record PlainSignal(string Name, ValueKind Kind, bool CanBeUnknown, string[] Words, string Unit)
{
    public static PlainSignal Time { get; } = new("time", ValueKind.Time, false, [], "");

    public static IReadOnlyList<PlainSignal> All { get; } =
    [
        new("session.app", ValueKind.Text, false, [], ""),
        new("session.login", ValueKind.Text, false, [], ""),
        new("session.group", ValueKind.Set, true, [], ""),
        new("statement.fingerprint", ValueKind.Text, true, [], ""),
        new("statement.tables", ValueKind.Set, true, [], ""),
        new("plan.locality", ValueKind.Word, true, ["strong", "moderate", "weak"], ""),
        new("plan.temporality", ValueKind.Word, true, ["temporal", "non_temporal"], ""),
        new("plan.writes", ValueKind.Bool, true, [], ""),
        new("plan.rows", ValueKind.Whole, true, [], ""),
        new("plan.working_set", ValueKind.Whole, true, [], " B"),
        new("plan.cost", ValueKind.Number, true, [], ""),
        new(
            "plan.phase",
            ValueKind.Word,
            true,
            ["oltp", "scan", "aggregation", "join", "sort", "write", "bulk_load", "maintenance", "utility", "unknown"],
            ""
        ),
        new("request.elapsed", ValueKind.Number, true, [], " s"),
        new("host.cpu.pressure", ValueKind.Number, true, [], "%"),
        new("dbms.kind", ValueKind.Word, false, ["sqlserver", "postgresql", "mariadb", "mysql"], ""),
        new("dbms.version", ValueKind.Version, false, [], ""),
        new("dbms.active", ValueKind.Whole, false, [], ""),
        Time,
    ];
}
