namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>
/// The list of what may run while a statement of others is planned, for one major version: made by
/// <c>tools/plan-functions</c> of rules that a person reviews. What is not on it may not run.
/// </summary>
/// <remarks><c>Types</c>: oids of the server's types whose values may be read and written. <c>Extensions</c>:
/// extensions, by <c>name</c>, or <c>name.function</c> where not all of one may run.</remarks>
internal sealed record PlanFunctions(uint[] Functions, uint[] Types, string[] Extensions)
{
    /// <summary>The list's name among the resources: lines of kind, oid, first and last version, and signature.</summary>
    public const string Resource = "plan-functions.txt";

    private static readonly ConcurrentDictionary<int, PlanFunctions> Known = new();

    /// <summary>That of a major version; a newer one than the list knows has what its last version has, by oid.</summary>
    public static PlanFunctions Of(int version) => Known.GetOrAdd(version, Read);

    private static PlanFunctions Read(int version)
    {
        using var stream =
            typeof(PlanFunctions).Assembly.GetManifestResourceStream(Resource)
            ?? throw new InvalidOperationException($"{Resource} is not in the program.");
        using var reader = new StreamReader(stream);
        var lines = reader
            .ReadToEnd()
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(l => l.Split('\t'))
            .ToList();
        var last = lines.Where(l => l.Length > 3).Max(l => Number(l[3]));
        uint[] Oids(string kind) =>
            [
                .. lines
                    .Where(l => l[0] == kind && Number(l[2]) <= version && Number(l[3]) >= Math.Min(version, last))
                    .Select(l => uint.Parse(l[1], CultureInfo.InvariantCulture)),
            ];
        return new PlanFunctions(
            Oids("function"),
            Oids("type"),
            [.. lines.Where(l => l[0] == "extension").Select(l => l[1])]
        );
    }

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
