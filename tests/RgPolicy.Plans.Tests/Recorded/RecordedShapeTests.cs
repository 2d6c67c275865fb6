namespace RgPolicy.Plans.Tests.Recorded;

public class RecordedShapeTests
{
    public static TheoryData<string, string> Names()
    {
        var names = new TheoryData<string, string>();
        foreach (var (server, name, _, _) in RecordedPlans.All())
            names.Add(server, name);
        return names;
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Recording_IsReadWithoutProblems_AndHasTheDbasShape(string server, string name)
    {
        var expected = RecordedPlans.All().Single(line => line.Server == server && line.Name == name);
        var document = RecordedPlans.Document(server, name);
        var profile = Assert.Single(document.Statements).Profile;
        var isClose = profile.RunnerUp == expected.Shape && profile.RunnerUpShare >= 0.8 * profile.ShapeShare;

        Assert.Empty(document.Diagnostics);
        Assert.Equal(server == "MariaDb" ? PlanFormat.MariaDbJson : PlanFormat.PostgresJson, document.Format);
        Assert.Equal(expected.Writes, profile.Writes);
        Assert.True(profile.Shape == expected.Shape || isClose, $"{profile.Shape} ({profile.Reason})");
    }

    [Theory]
    [InlineData("PostgreSql", 45)]
    [InlineData("MariaDb", 28)]
    public void EveryRecording_HasAShape(string server, int files)
    {
        Assert.Equal(files, RecordedPlans.Count(server));
        Assert.Equal(files, RecordedPlans.All().Count(line => line.Server == server));
    }
}
