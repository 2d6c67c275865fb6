using System.Text.RegularExpressions;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Commands;

/// <summary>Root's service at its usual places, which are this test's own: whom it answers, and what is left of
/// it.</summary>
public sealed partial class UsualPlacesTests
{
    private const string Begin = """
        set -eu
        # The repository may lie in one of the places that are made anew.
        root="$PWD"
        mount --bind "$root" /mnt
        cd /mnt
        RGP="${RGP/#"$root"//mnt}"
        for place in /run /var/lib /tmp; do mount -t tmpfs -o mode=1777 none "$place"; done
        start() {
            "$RGP" run policies/htap.rgp --recording samples/htap.rgrec --speed 1 >/tmp/said 2>&1 &
            service=$!
            for try in $(seq 1200); do test -S /run/rgpolicy/service.sock && return; sleep 0.05; done
            cat /tmp/said; exit 9
        }
        end() { kill "$service"; wait "$service" || :; }
        start
        """;

    [OwnMountsFact]
    public async Task Orders_OfAnotherUserBesideRootsService_SayWhoseGoesOnAndHowToReachIt()
    {
        var said = await RunAsync(
            """
            for order in pause resume status; do
                code=0
                setpriv --reuid=65534 --regid=65534 --clear-groups "$RGP" "$order" 2>&1 || code=$?
                echo "$order ended with $code"
            done
            test ! -e /var/lib/rgpolicy/paused
            "$RGP" status
            end
            """
        );

        foreach (var order in (string[])["pause", "resume", "status"])
            Assert.Matches(
                "A service of user root may run, and goes on as it is: its sockets are in /run/rgpolicy, which this "
                    + $"user may not open\\.\nReach it with sudo; or name a service's socket with --status-socket\\.\n{order} ended with 3",
                said
            );
        Assert.DoesNotContain("\npaused ", said, StringComparison.Ordinal);
    }

    [OwnMountsFact]
    public async Task Undo_OfTutorial_LeavesNothingAndTheNextOneBeginsUnpaused()
    {
        var undo = Removal().Matches(await File.ReadAllTextAsync(ProductFiles.Path("docs/tutorial/first-hour.md")));
        Assert.Equal(2, undo.Count);

        var said = await RunAsync(
            $"""
            "$RGP" pause
            test -e /var/lib/rgpolicy/paused
            end
            {undo[1].Groups["command"].Value}
            find /run /var/lib /tmp -mindepth 1 -name '*rgpolicy*'
            echo nothing more
            start
            "$RGP" status
            end
            """
        );

        Assert.Contains("\nnothing more\n", said, StringComparison.Ordinal);
        Assert.DoesNotMatch("(?m)^/(run|var|tmp)", said);
        Assert.DoesNotMatch("(?m)^paused", said[said.IndexOf("nothing more", StringComparison.Ordinal)..]);
        Assert.Contains("level observe", said, StringComparison.Ordinal);
    }

    private static async Task<string> RunAsync(string script)
    {
        var (code, output, errors) = await ChildProgram.RunAsync(
            "/usr/bin/unshare",
            ["--mount", "bash", "-c", $"{Begin}\n{script}"],
            TimeSpan.FromMinutes(2),
            new Dictionary<string, string?>(StringComparer.Ordinal) { ["RGP"] = ProductFiles.Rgp }
        );
        Assert.True(code == 0, $"ended with {code}: {output}{errors}");
        return output;
    }

    [GeneratedRegex(@"^sudo (?<command>rm -rf .*)$", RegexOptions.ExplicitCapture | RegexOptions.Multiline, 5000)]
    private static partial Regex Removal();
}
