return RgPolicy.Package.PackageCommand.Create().Parse(args).Invoke();
