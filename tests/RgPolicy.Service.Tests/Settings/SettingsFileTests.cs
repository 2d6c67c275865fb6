using RgPolicy.Service.Settings;

namespace RgPolicy.Service.Tests.Settings;

[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class SettingsFileTests : IDisposable
{
    private const string Good =
        """{ "RgPolicy": { "Targets": { "t": { "Policy": "p.rgp", "Connect": "postgres://a@h/d" } } } }""";

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-settings-").FullName;

    private string File => Path.Combine(_directory, "appsettings.json");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public void Read_GoodFile_ResolvesPathsBesideIt()
    {
        System.IO.File.WriteAllText(File, Good);

        Assert.Equal(Path.Combine(_directory, "p.rgp"), SettingsFile.Read(File).Settings!.Targets[0].Policy);
    }

    [Fact]
    public void Read_NoFile_SaysSo() => Assert.Equal($"there is no {File}", Problem());

    [Theory]
    [InlineData("{\n \"RgPolicy\": ", "is not JSON at line 2, column 14")]
    [InlineData("", "is not JSON at line 1, column 1")]
    [InlineData("[]", "cannot be read: ")]
    [InlineData("{ \"a\": 1, \"A\": 2 }", "cannot be read: ")]
    public void Read_NoJson_SaysWhere(string text, string expected)
    {
        System.IO.File.WriteAllText(File, text);

        Assert.StartsWith($"{File} {expected}", Problem(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Read_EveryUserMayChangeIt_IsRefused(bool isTheDirectory)
    {
        System.IO.File.WriteAllText(File, Good);
        var open = isTheDirectory ? _directory : File;
        System.IO.File.SetUnixFileMode(open, System.IO.File.GetUnixFileMode(open) | UnixFileMode.OtherWrite);

        Assert.EndsWith($"chmod o-w {open}", Problem(), StringComparison.Ordinal);

        System.IO.File.SetUnixFileMode(open, System.IO.File.GetUnixFileMode(open) & ~UnixFileMode.OtherWrite);
        Assert.NotNull(SettingsFile.Read(File).Settings);
    }

    private string Problem() => Assert.Single(SettingsFile.Read(File).Problems).ToString();
}
