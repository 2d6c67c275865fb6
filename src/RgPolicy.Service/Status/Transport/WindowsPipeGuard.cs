using System.IO.Pipes;
using System.Runtime.Versioning;
using System.Security;
using System.Security.AccessControl;
using System.Security.Principal;
using RgPolicy.Service.Control;

namespace RgPolicy.Service.Status.Transport;

/// <summary>By Windows' own means: users who have logged on to this machine may ask, no one may ask over the network,
/// and only the service's own account may make instances. The user who asks is read from the asker's token.</summary>
[SupportedOSPlatform("windows")]
internal sealed class WindowsPipeGuard : IPipeGuard
{
    private const int BufferBytes = 16 * 1024;

    // Read before impersonating: nothing can be loaded under a token that only identifies its user.
    private readonly SecurityIdentifier? _own = Own(static self => self.User);

    // What a pipe would be given without being told: the account, or the administrators for one of them.
    private readonly SecurityIdentifier? _usualOwner = Own(static self => self.Owner);

    public NamedPipeServerStream Create(string name, bool isFirst) =>
        NamedPipeServerStreamAcl.Create(
            name,
            PipeDirection.InOut,
            NamedPipeServerStream.MaxAllowedServerInstances,
            PipeTransmissionMode.Byte,
            PipeOptions.Asynchronous | (isFirst ? PipeOptions.FirstPipeInstance : PipeOptions.None),
            BufferBytes,
            BufferBytes,
            Rights()
        );

    public StatusAsker? AskerOf(NamedPipeServerStream pipe)
    {
        try
        {
            WindowsIdentity? token = null;
            pipe.RunAsClient(() => token = WindowsIdentity.GetCurrent(ifImpersonating: true));
            using var asker = token;
            return asker is null ? null : AskerOf(asker);
        }
        catch (Exception failure)
            when (failure
                    is IOException
                        or UnauthorizedAccessException
                        or SecurityException
                        or InvalidOperationException
            )
        {
            // Gone, or not to be identified: then it may read, and orders nothing.
            return null;
        }
    }

    public string? ImpostorAt(NamedPipeClientStream pipe)
    {
        var owner = pipe.GetAccessControl().GetOwner(typeof(SecurityIdentifier))?.Value;
        return WindowsAccounts.MayServe(owner, _own?.Value) ? null : owner ?? "an unknown user";
    }

    private StatusAsker AskerOf(WindowsIdentity asker)
    {
        var groups = asker.Groups?.Select(static group => group.Value) ?? [];
        return new StatusAsker(NameOf(asker), WindowsAccounts.MayOperate(asker.User?.Value, groups, _own?.Value));
    }

    private static string NameOf(WindowsIdentity asker)
    {
        try
        {
            return asker.Name;
        }
        catch (SystemException)
        {
            // Its domain does not answer.
            return asker.User?.Value ?? "an unknown user";
        }
    }

    private PipeSecurity Rights()
    {
        var rights = new PipeSecurity();
        Add(
            new SecurityIdentifier(WellKnownSidType.NetworkSid, null),
            PipeAccessRights.FullControl,
            AccessControlType.Deny
        );
        Add(
            new SecurityIdentifier(WellKnownSidType.AuthenticatedUserSid, null),
            PipeAccessRights.ReadWrite,
            AccessControlType.Allow
        );
        if (_own is not null)
        {
            Add(_own, PipeAccessRights.FullControl, AccessControlType.Allow);
            if (!WindowsAccounts.MayServe(_usualOwner?.Value, _own.Value))
                rights.SetOwner(_own);
        }

        return rights;

        void Add(SecurityIdentifier account, PipeAccessRights access, AccessControlType type) =>
            rights.AddAccessRule(new PipeAccessRule(account, access, type));
    }

    private static SecurityIdentifier? Own(Func<WindowsIdentity, SecurityIdentifier?> which)
    {
        using var self = WindowsIdentity.GetCurrent(TokenAccessLevels.Query);
        return which(self);
    }
}
