using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Recorded;

/// <summary>
/// Plans that the project's own servers printed for known statements; a name with <c>measured</c> is from ANALYZE.
/// <c>shapes.tsv</c> has for each the server, the shape that a DBA gives it, and whether it writes.
/// </summary>
internal static class RecordedPlans
{
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "Recorded");

    /// <summary>Lines of <c>shapes.tsv</c>.</summary>
    public static IEnumerable<(string Server, string Name, PlanShape Shape, bool Writes)> All() =>
        from line in File.ReadLines(Path.Combine(Folder, "shapes.tsv"))
        let field = line.Split('\t')
        select (field[0], field[1], Enum.Parse<PlanShape>(field[2]), field[3] == "writes");

    public static int Count(string server) => Directory.GetFiles(Path.Combine(Folder, server), "*.json").Length;

    public static PlanDocument Document(string server, string name) =>
        PlanReader.Read(File.ReadAllBytes(Path.Combine(Folder, server, name + ".json")), Make.Options);

    public static PlanProfile Profile(string server, string name) =>
        Assert.Single(Document(server, name).Statements).Profile;
}
