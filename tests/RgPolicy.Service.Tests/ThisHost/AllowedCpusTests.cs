using RgPolicy.Host.Facts;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Tests.ThisHost;

public sealed class AllowedCpusTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("allowed").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("Name:\tpostgres\nCpus_allowed:\tff\nCpus_allowed_list:\t2-3,8\n", new[] { 2, 3, 8 })]
    [InlineData("Name:\tpostgres\nCpus_allowed_list:\t\n", new int[0])]
    [InlineData("Name:\tpostgres\n", new int[0])]
    public void Of_StatusOfTheProcess_IsItsList(string status, int[] expected)
    {
        Directory.CreateDirectory(Path.Join(_folder, "proc", "71"));
        File.WriteAllText(Path.Join(_folder, "proc", "71", "status"), status);

        Assert.Equal(expected, AllowedCpus.Of(new FileRoot(_folder), 71).ToArray());
    }

    [Fact]
    public void Of_NoProcess_IsNone()
    {
        Assert.Empty(AllowedCpus.Of(new FileRoot(_folder), 72));
        Assert.Empty(AllowedCpus.Of(new FileRoot(_folder), null));
    }
}
