using RgPolicy.Cli.Files;
using RgPolicy.Cli.PolicyTests;
using RgPolicy.Cli.Shell;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Lint;

/// <summary>Checks one file as what it is: a policy, or a test file with the policy that it names.</summary>
internal sealed class FileCheck(CliContext context, TargetProfile target)
{
    /// <summary>The findings in a file's bytes; a test file's carry no allowing comments.</summary>
    public PolicyCheck Of(byte[] bytes, string name)
    {
        if (!PolicyFiles.IsTest(name))
        {
            return PolicyReader.Check(bytes, name, target);
        }

        var folder = Path.GetDirectoryName(context.Resolve(name)) ?? context.WorkingDirectory;
        return new PolicyCheck(null, TestFileReader.Check(bytes, name, target, new UsedPolicy(folder, target).Find).Diagnostics);
    }
}
