using RgPolicy.Cli.Terminal;
using RgPolicy.Cli.Watching;
using RgPolicy.Documents.Status;

namespace RgPolicy.Cli.Tests.Watching;

public sealed class WatchFrameTests
{
    [Fact]
    public void Draw_80By24_IsTheBaseline()
    {
        var content = new WatchContent { Status = WatchScene.Three(), Time = "12:00:05Z" };

        Baseline.Check(
            "watch-80x24",
            string.Join('\n', WatchScene.Draw(80, 24, content, new WatchState()).Select(line => line.TrimEnd())) + "\n"
        );
    }

    [Fact]
    public void Draw_LeversAt80_AreTheBaseline() =>
        Baseline.Check(
            "watch-levers",
            string.Join('\n', WatchLevers.Of(WatchScene.Three()).SelectMany(line => Fitted.Lines(line, 80))) + "\n"
        );

    [Fact]
    public void Draw_AnySizeAndHostileTexts_FitsAndSteersNothing()
    {
        var hostile = WatchScene.Hostile;
        var queries = Enumerable
            .Range(1, 50)
            .Select(id =>
                WatchScene.Query(id, id, hostile, hostile) with
                {
                    Note = hostile,
                    Application = hostile,
                    Statement = hostile,
                }
            );
        var status = WatchScene.Status([.. queries]) with
        {
            Target = new TargetStatus(hostile, hostile, hostile, false, null),
        };
        foreach (var width in new[] { 20, 40, 80, 132, 250 })
        {
            foreach (var height in new[] { 7, 24, 60 })
            {
                foreach (var page in Enum.GetValues<WatchPage>())
                {
                    var content = new WatchContent
                    {
                        Status = status,
                        Target = hostile,
                        Page = [.. Fitted.Lines(hostile, width)],
                    };
                    var lines = WatchScene.Draw(width, height, content, new WatchState { Page = page, Selected = 7 });

                    Assert.Equal(height, lines.Count);
                    Assert.All(
                        lines,
                        line => Assert.True(Printable.Cells(line) <= width, $"{width}x{height} {page}: {line}")
                    );
                    Assert.DoesNotContain(lines, line => line.Any(RgPolicy.Host.Text.SafeText.IsUnsafe));
                }
            }
        }
    }

    [Fact]
    public void Draw_MoreQueriesThanLines_ShowsTheSelectedOne()
    {
        var status = WatchScene.Status([
            .. Enumerable.Range(1, 50).Select(id => WatchScene.Query(id, 100 - id, "scan")),
        ]);
        for (var selected = 1; selected <= 50; selected++)
        {
            var lines = WatchScene.Draw(
                80,
                24,
                new WatchContent { Status = status },
                new WatchState { Selected = selected }
            );

            Assert.Contains(
                selected.ToString(System.Globalization.CultureInfo.InvariantCulture),
                Assert.Single(lines, line => line.StartsWith('>')),
                StringComparison.Ordinal
            );
        }
    }

    [Theory]
    [InlineData(40, "pid running class")]
    [InlineData(80, "pid running class pool login database")]
    [InlineData(132, "pid running class pool login database application note")]
    [InlineData(250, "pid running class pool login database application note text")]
    public void Draw_Width_HasTheColumnsThatFit(int width, string columns)
    {
        var header = WatchScene.Draw(width, 24, new WatchContent { Status = WatchScene.Three() }, new WatchState())[2];

        Assert.Equal(
            columns,
            string.Join(
                ' ',
                header.Replace(" v ", " ", StringComparison.Ordinal).Split(' ', StringSplitOptions.RemoveEmptyEntries)
            )
        );
    }

    [Fact]
    public void Draw_SomethingIsWrong_SaysSoInTheSecondLine()
    {
        var status = WatchScene.Three();
        (StatusDocument? Status, string Problem, string Expected)[] cases =
        [
            (status, "No service answers.", "No service answers."),
            (null, "", ""),
            (
                status with
                {
                    Paused = new PauseStatus(new DateTime(2026, 11, 25, 1, 2, 3, DateTimeKind.Utc), "user root"),
                },
                "",
                "Paused by user root since 2026-11-25 01:02:03Z: nothing is enforced."
            ),
            (status with { PolicyError = "line 3" }, "", "The last policy was rejected: line 3"),
            (status with { AuditLost = 2 }, "", "The audit trail cannot be written; 2 entries are missing."),
            (
                status with
                {
                    Level = "observe",
                    Sidecar = null,
                },
                "",
                "3 queries, 2 would be throttled; poll p95 2.1 ms; revision b3204f35cd03"
            ),
        ];
        foreach (var (shown, problem, expected) in cases)
        {
            var lines = WatchScene.Draw(
                80,
                24,
                new WatchContent { Status = shown, Problem = problem },
                new WatchState()
            );

            Assert.Equal(expected, lines[1].TrimEnd());
        }
    }
}
