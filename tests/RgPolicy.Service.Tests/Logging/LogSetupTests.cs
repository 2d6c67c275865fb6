using System.Text.Json;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Windows;

namespace RgPolicy.Service.Tests.Logging;

public sealed class LogSetupTests : IDisposable
{
    private readonly StringWriter _output = new();
    private readonly ScriptedWindows _windows = new();
    private readonly LogHealth _health = new();
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-log-").FullName;

    public void Dispose()
    {
        _output.Dispose();
        Directory.Delete(_directory, recursive: true);
    }

    [Fact]
    public void ForService_Journal_HasPriorityAndNameInEachLine()
    {
        Write(new LogSettings(), isJournal: true);

        Assert.Equal(
            "<6>main: Ended after 5 turns; everything is let go.\n<3>main: Not governed, tried again in 1 s: a\\nb\n",
            _output.ToString()
        );
    }

    [Fact]
    public void ForService_Terminal_HasTimeAndLevel()
    {
        Write(new LogSettings(), isJournal: false);

        Assert.Matches(
            @"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d INF main: Ended after 5 turns",
            _output.ToString()
        );
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void ForService_Json_HasNumberAndValuesInEachLine(bool isJournal)
    {
        Write(new LogSettings { Format = LogFormat.Json }, isJournal);
        using var line = JsonDocument.Parse(_output.ToString().Split('\n')[0]);
        var properties = line.RootElement.GetProperty("Properties");

        Assert.Equal(2, properties.GetProperty("EventId").GetProperty("Id").GetInt32());
        Assert.Equal(5, properties.GetProperty("Turns").GetInt64());
        Assert.Equal("main", properties.GetProperty("SourceContext").GetString());
    }

    [Fact]
    public void ForService_File_HasTheSameLines()
    {
        var file = Path.Combine(_directory, "rgp.log");
        Write(new LogSettings { File = file }, isJournal: true);

        Assert.Contains(
            " ERR main: Not governed, tried again in 1 s: a\\nb",
            File.ReadAllText(file),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void ForService_Windows_PutsErrorsIntoTheEventLog()
    {
        Write(new LogSettings(), isJournal: false);

        Assert.Equal(
            ("RgPolicy", EventLogKind.Error, 70, "main: Not governed, tried again in 1 s: a\\nb"),
            Assert.Single(_windows.Events)
        );
    }

    [Theory]
    [InlineData("a\n<3>main: Ended after 5 turns", "a\\n<3>main: Ended after 5 turns")]
    [InlineData("\u001b[2J\u0007", "\\u001b[2J\\u0007")]
    [InlineData("\u202egnp\u2028x\u0085", "\\u202egnp\\u2028x\\u0085")]
    [InlineData("\u00e9 \u4e2d <b> {x}", "\u00e9 \u4e2d <b> {x}")]
    public void ForService_HostileText_StaysInItsLine(string text, string expected)
    {
        var file = Path.Combine(_directory, "rgp.log");
        using (
            var logs = LogSetup.ForService(new LogSettings { File = file }, _output, isJournal: true, _windows, _health)
        )
        {
            logs.CreateLogger("main").PollFailed(text);
        }

        Assert.Equal($"<4>main: A poll failed: {expected}\n", _output.ToString());
        Assert.EndsWith($" WRN main: A poll failed: {expected}\n", File.ReadAllText(file), StringComparison.Ordinal);
        Assert.Equal($"main: A poll failed: {expected}", Assert.Single(_windows.Events).Message);
    }

    private void Write(LogSettings settings, bool isJournal)
    {
        using var logs = LogSetup.ForService(settings, _output, isJournal, _windows, _health);
        var logger = logs.CreateLogger("main");
        logger.Ended(5);
        logger.TargetWaits("a\nb", 1);
    }
}
