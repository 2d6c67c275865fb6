using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Formatting;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Binding;

public sealed class SlotsTests
{
    [Theory]
    [InlineData("slots 3", 3, null)]
    [InlineData("slots 3, wait 45 s", 3, 45)]
    [InlineData("slots n, wait 2 * t", 4, 20)]
    public void Bind_Slots_HasCountAndWait(string text, int count, int? seconds)
    {
        var policy = Check($"language 1\nlet n = 4\nlet t = 10 s\npool p {{ {text} }}\ndefault -> p").Policy!;

        var setting = Assert.Single(policy.Pools[0].Settings);
        var slots = Assert.IsType<SlotsValue>(setting.Value);
        Assert.Equal((SettingName.Slots, text), (setting.Name, setting.Text));
        Assert.Equal(((int)slots.Count.Numerator, slots.Wait?.TotalSeconds), (count, seconds));
        Assert.Equal(seconds ?? 30, slots.LongestWait.TotalSeconds);
    }

    [Theory]
    [InlineData("slots 0", "RG4001", "`slots 0` is outside its range: slots goes from 1 to 2147483647.")]
    [InlineData("slots -1", "RG4001", "`slots -1` is outside its range: slots goes from 1 to 2147483647.")]
    [InlineData("slots 2.5", "RG2002", "`slots` takes a whole number.")]
    [InlineData("slots 10%", "RG2002", "`slots` takes a plain number, not a percentage")]
    [InlineData("slots 3, wait 0 s", "RG2002", "A duration here is above 0 and at most 3650 days.")]
    [InlineData("slots 3, wait 5", "RG2002", "This takes a duration, such as `10 min`, not a plain number.")]
    [InlineData("slots 3  slots 4", "RG2009", "`slots` is given twice: keep one.")]
    public void Check_WrongSlots_IsAnError(string text, string code, string message)
    {
        var found = Check($"language 1\npool p {{ {text} }}\ndefault -> p").Diagnostics;

        Assert.Contains(
            found,
            each =>
                each.Code == code
                && each.Severity == DiagnosticSeverity.Error
                && each.Message.StartsWith(message, StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData("schedule mix", SlotScheduleKind.Mix, "")]
    [InlineData("schedule alike", SlotScheduleKind.Alike, "")]
    [InlineData("schedule mix over q, p", SlotScheduleKind.Mix, "q p")]
    public void Bind_Schedule_HasKindAndPools(string text, SlotScheduleKind kind, string over)
    {
        var policy = Check(Two(text)).Policy!;
        var schedule = policy.Schedule!;

        Assert.Equal(kind, schedule.Kind);
        Assert.Equal(over, string.Join(' ', schedule.Over.Select(pool => pool.Name)));
        Assert.True(schedule.Holds(policy.Pools[0]));
        Assert.Equal(over.Length == 0, schedule.Holds(policy.Pools[2]));
    }

    [Theory]
    [InlineData("schedule mixed", "RG2001", "`mixed` is not a schedule: write `mix` or `alike`.")]
    [InlineData("schedule mix over nowhere", "RG2001", "")]
    [InlineData("schedule mix\nschedule alike", "RG2009", "There already is a schedule: keep one.")]
    [InlineData("schedule mix over r", "RG2009", "A schedule chooses who has slots, and pool `r` has none")]
    public void Check_WrongSchedule_IsAnError(string text, string code, string message) =>
        Assert.Contains(
            Check(Two(text)).Diagnostics,
            each => each.Code == code && each.Message.StartsWith(message, StringComparison.Ordinal)
        );

    [Fact]
    public void Check_ScheduleWithoutAnySlots_IsAnError() =>
        Assert.Contains(
            Check("language 1\npool p { cpu weight 100 }\ndefault -> p\nschedule mix").Diagnostics,
            each => each.Code == "RG2009" && each.Message.Contains("no pool has any", StringComparison.Ordinal)
        );

    [Fact]
    public void Check_SlotsOfAStateAlone_AreEnoughForASchedule() =>
        Assert.DoesNotContain(
            Check(
                """
                language 1
                pool p { cpu weight 100 }
                default -> p
                state busy when host.cpu.pressure > 60% until < 30%
                in busy { pool p { slots 2 } }
                schedule mix over p
                """
            ).Diagnostics,
            each => each.Code == "RG2009"
        );

    [Fact]
    public void Check_PoolOfTheLowestWeight_IsWarnedOf()
    {
        var found = Check(
            "language 1\npool a { cpu weight 1000 }\npool p { cpu weight 50  slots 2 }\nclass x -> a when plan.shape = oltp\n"
                + "default -> p"
        );

        var finding = Assert.Single(found.Diagnostics, each => each.Code == "RG5001");
        Assert.Equal(DiagnosticSeverity.Warning, finding.Severity);
        Assert.StartsWith("`slots 2` (pool `p`) changes nothing", finding.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("sqlserver", "linux", "Further requests wait before they begin, without a limit in time")]
    [InlineData("postgresql", "windows", "This needs Linux")]
    public void Check_TargetWithoutSlots_SaysWhatHappens(string kind, string system, string message)
    {
        var target = TargetProfile.Generic with
        {
            Name = "t",
            IsAssumed = false,
            DbmsKind = kind,
            OperatingSystem = system,
        };

        Assert.Contains(
            Check("language 1\npool p { slots 2 }\ndefault -> p", target).Diagnostics,
            each => each.Code == "RG5001" && each.Message.Contains(message, StringComparison.Ordinal)
        );
        Assert.Contains(
            Check("language 1\npool p { require slots 2 }\ndefault -> p", target).Diagnostics,
            each => each.Code == "RG5001" && each.Severity == DiagnosticSeverity.Error
        );
    }

    [Fact]
    public void MeaningText_WaitAsUsual_IsTheSameAsNone()
    {
        var (one, other, third) = (Value("slots 3"), Value("slots 3, wait 30 s"), Value("slots 3, wait 31 s"));

        Assert.Equal(MeaningText.Of(one), MeaningText.Of(other));
        Assert.NotEqual(MeaningText.Of(one), MeaningText.Of(third), StringComparer.Ordinal);
    }

    [Fact]
    public void Format_SlotsAndSchedule_AreLaidOut() =>
        Assert.Equal(
            """
            language 1

            pool p {
              cpu weight 100
              slots      3, wait 30 s
            }

            default -> p

            schedule mix over p

            """,
            PolicyFormatter
                .Format(
                    "language 1\n\npool p {\n cpu weight   100\n slots 3  ,wait 30 s }\n\ndefault   -> p\n\nschedule   mix  over   p\n",
                    "p.rgp"
                )
                .Text
        );

    private static SettingValue Value(string slots) =>
        Check($"language 1\npool p {{ {slots} }}\ndefault -> p").Policy!.Pools[0].Settings[0].Value;

    private static string Two(string schedule) =>
        $$"""
            language 1
            pool p { slots 2 }
            pool q { slots 3 }
            pool r { cpu weight 200 }
            class a -> p when plan.shape = join
            class b -> q when plan.shape = scan
            default -> r
            {{schedule}}
            """;

    private static PolicyCheck Check(string text, TargetProfile? target = null) =>
        PolicyReader.Check(text, "p.rgp", target ?? TargetProfile.Generic);
}
